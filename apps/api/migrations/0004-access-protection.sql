-- When the password was last proved in this session. What is dangerous needs that to be recent.
alter table session add column confirmed_at timestamptz;
update session set confirmed_at = created_at;
alter table session
  alter column confirmed_at set default now(),
  alter column confirmed_at set not null;

-- A browser that the owner has signed in from. It opens no session; it only keeps the attempts of
-- this browser apart from everybody else's.
create table device (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);

create index device_last_used on device (owner_id, last_used_at);

create index rate_limit_resets_at on rate_limit (resets_at);
