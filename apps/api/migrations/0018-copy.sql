-- Where static copies of the site are. Empty columns belong to other kinds of destinations.
create table copy_destination (
  id row_id primary key default gen_random_uuid(),
  kind text not null check (kind in ('bucket', 'github', 'folder')),
  -- The address at which visitors open the copy.
  url text not null check (char_length(url) between 1 and 500),
  contact text not null check (contact in ('form', 'mail', 'none')),
  endpoint text not null default '',
  bucket text not null default '',
  region text not null default '',
  prefix text not null default '',
  repository text not null default '',
  branch text not null default '',
  folder text not null default '',
  -- What opens the destination, as JSON, encrypted with the key below.
  secrets bytea not null check (octet_length(secrets) between 29 and 4000),
  -- A hash of the content of the last complete update. Empty: none yet.
  published text not null default '',
  -- The next update sends all files.
  sends_everything boolean not null default false,
  -- When files have to be deleted that no page names any more.
  cleanup_at timestamptz,
  -- Updates that failed in a row, the first of them, and whether the owner has to act.
  failed_runs integer not null default 0 check (failed_runs >= 0),
  failed_since timestamptz,
  has_final_failure boolean not null default false,
  -- Whether the owner got an email about the failure.
  is_reported boolean not null default false,
  created_at moment not null default now(),
  updated_at moment not null default now(),
  check ((failed_runs = 0) = (failed_since is null)),
  -- Two destinations would delete each other's files.
  unique (kind, endpoint, bucket, prefix, repository, branch, folder)
);

-- Encrypts what opens destinations. No backup contains it or the destinations, and a restore keeps both.
create table copy_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null check (octet_length(key) = 32)
);
insert into copy_key (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- The last updates of each destination.
create table copy_run (
  id row_id primary key default gen_random_uuid(),
  destination_id uuid not null references copy_destination on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  cause text not null check (cause in ('change', 'release', 'settings', 'owner', 'everything')),
  files integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  -- Why it failed; null if it did not.
  failure text
);
create index copy_run_newest_first on copy_run (destination_id, started_at desc);
