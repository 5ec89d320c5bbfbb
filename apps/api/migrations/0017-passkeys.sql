-- How the owner signed in, and the passkey of this browser.
alter table session
  add column method text not null default 'password'
    check (method in ('password', 'password and code', 'password and recovery code', 'passkey')),
  add column passkey_id uuid;

-- It names no owner: there is one, and a restored backup must not remove a passkey.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  credential_id text not null unique check (char_length(credential_id) between 1 and 2000),
  public_key bytea not null check (octet_length(public_key) between 1 and 10000),
  -- How often it was used, if it counts: a copy would count on its own.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  -- A passkey works only on the host name on which it was created.
  host text not null check (host <> ''),
  -- Whether it exists on several devices of the owner.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- What a passkey has to sign, once and within five minutes.
create table passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('register', 'login', 'confirm')),
  -- The session that asked for it. A login has none.
  session_id uuid references session on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'login') = (session_id is null))
);

create index passkey_challenge_expires_at on passkey_challenge (expires_at);
