-- Which files an update has changed: for each of added, changed and removed, the count and the first paths.
alter table copy_run add column changes jsonb;
update copy_run
set changes = jsonb_build_object(
  'added', jsonb_build_object('count', added, 'paths', '[]'::jsonb),
  'changed', jsonb_build_object('count', changed, 'paths', '[]'::jsonb),
  'removed', jsonb_build_object('count', removed, 'paths', '[]'::jsonb));
alter table copy_run
  alter column changes set not null,
  drop column added,
  drop column changed,
  drop column removed;

-- When the token of a destination stops working, and whether the owner got an email about that.
alter table copy_destination
  add column token_expires_at timestamptz,
  add column is_expiry_reported boolean not null default false;

-- Unused styles, scripts and fonts wait for the next update. All other files go at once.
alter table copy_destination drop column cleanup_at;
