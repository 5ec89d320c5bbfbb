-- A restored backup ends them, like sessions.
create table api_token (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references owner on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The first characters, by which the owner recognizes it.
  prefix text not null check (length(prefix) between 1 and 20),
  name text not null check (length(name) between 1 and 100),
  scope text not null check (scope in ('read', 'write-drafts', 'write')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
