-- The settings of the resume: one row, once they were saved.
create table resume (
  singleton boolean primary key default true check (singleton),
  settings jsonb not null check (jsonb_typeof(settings) = 'object')
);

create trigger notify_change after insert or update or delete or truncate on resume
  for each statement execute function notify_change('portfolio');

-- What an import added and changed, so that it can be undone in one step.
create table content_import (
  id uuid primary key default gen_random_uuid(),
  -- Items that were added: { noun, id }.
  added jsonb not null check (jsonb_typeof(added) = 'array'),
  -- The IDs of the revisions of items that were changed.
  revisions jsonb not null check (jsonb_typeof(revisions) = 'array'),
  created_at timestamptz not null default now()
);
