-- Sign-ins and changes to the account. The contract lists the kinds.
create table audit_event (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (length(kind) between 1 and 50),
  -- What it was about, such as the method of a sign-in. Never a secret, and nothing that a visitor typed.
  subject text not null default '' check (length(subject) <= 200),
  -- Failed sign-ins of one hour, address and browser are one event.
  times integer not null default 1 check (times > 0),
  address inet,
  user_agent text not null default '' check (length(user_agent) <= 500),
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  check (last_at >= created_at)
);

create index audit_event_last_at on audit_event (last_at desc, id desc);
