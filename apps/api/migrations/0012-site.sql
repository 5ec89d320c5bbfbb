-- The design of the public site: one row, once a design was saved.
create table site (
  singleton boolean primary key default true check (singleton),
  -- What visitors see. Null until a design is published.
  settings jsonb check (jsonb_typeof(settings) = 'object'),
  -- Changes that are not published.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  -- The last versions of the custom CSS without errors, checked and minified.
  css text not null default '' check (octet_length(css) <= 200000),
  draft_css text not null default '' check (octet_length(draft_css) <= 200000)
);

create trigger notify_change after insert or update or delete or truncate on site
  for each statement execute function notify_change('portfolio');

-- Addresses at which a design can be seen before it is published.
create table site_preview (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('design')),
  expires_at timestamptz not null
);

-- Files that pages of the site name by their content: stylesheets, fonts, the script. A page of one
-- process can name a file that only a process of another version has, so they share them here.
create table site_file (
  name text primary key check (name ~ '^[a-z0-9-]+\.[a-z0-9]+$' and char_length(name) <= 100),
  body bytea not null check (octet_length(body) <= 2000000),
  used_at timestamptz not null default now()
);

-- When a project was first published, for feeds.
alter table project add column published_at timestamptz;
update project set published_at = created_at where state = 'published';
