-- Tokens are kept as SHA-256 only: who reads these tables cannot sign in with what is in them.
-- Every expiry is set and compared with the database's clock.

create table session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address inet,
  user_agent text not null check (char_length(user_agent) <= 500)
);

create table password_reset (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  expires_at timestamptz not null
);

create table setup_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);

create table rate_limit (
  key text primary key check (char_length(key) <= 200),
  used integer not null check (used > 0),
  resets_at timestamptz not null
);

-- The answer to an add, so that the same add sent twice is answered twice and done once.
create table idempotency (
  route text not null,
  key text not null check (char_length(key) between 1 and 200),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (route, key)
);
