-- Each automatic backup is restored in a drill, where one a week was only read.
alter table automatic_backup
  drop column verified_at,
  drop column damage,
  -- The SHA-256 of the last backup's file; null if an earlier version of Vitrine wrote it.
  add column checksum text,
  -- The last drill that passed.
  add column drill_passed_at timestamptz,
  add column drill_rows integer,
  add column drill_files integer,
  add column drill_ms integer,
  -- Why the last drill failed; null if it passed.
  add column drill_failure text,
  add check (num_nulls(drill_passed_at, drill_rows, drill_files, drill_ms) in (0, 4));

-- A drill is not overdue because there was none before this version.
update automatic_backup set since = now();
