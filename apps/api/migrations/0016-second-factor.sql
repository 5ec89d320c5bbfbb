-- The second factor names no owner: there is one, and a restored backup must not remove it.
create table second_factor (
  singleton boolean primary key default true check (singleton),
  secret bytea not null check (octet_length(secret) between 16 and 64),
  -- The last 30-second step whose code was used. Codes of this step and of earlier ones are refused.
  last_step bigint not null check (last_step >= 0),
  created_at timestamptz not null default now()
);

-- A secret that the owner has not confirmed with a code yet.
create table second_factor_setup (
  session_id uuid primary key references session on delete cascade,
  secret bytea not null check (octet_length(secret) between 16 and 64),
  created_at timestamptz not null default now()
);

-- A code has 120 random bits, so SHA-256 is enough: it cannot be guessed from its hash.
create table recovery_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now()
);

-- A login whose password was correct and whose code is still missing.
create table login_step (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  -- A changed password ends it.
  password_hash text not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  expires_at timestamptz not null
);

create index login_step_expires_at on login_step (expires_at);
