-- The state of automatic backups, for the owner. At most one row, inserted by the first process that
-- has a BACKUP_DIR. The archives themselves are files in that folder.
create table automatic_backup (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  -- The last backup.
  name text,
  taken_at timestamptz,
  size bigint,
  missing integer not null default 0,
  -- Why the last attempt failed; null if it succeeded.
  error text,
  -- The last check of an archive, and what is wrong with it; null if nothing.
  verified_at timestamptz,
  damage text,
  check ((name is null) = (taken_at is null) and (name is null) = (size is null))
);
