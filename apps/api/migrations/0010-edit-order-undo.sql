-- What the owner can enter besides the specified fields.
alter table owner
  add column headline text not null default '' check (char_length(headline) <= 120),
  add column location text not null default '' check (char_length(location) <= 120),
  add column availability text not null default '' check (char_length(availability) <= 120),
  add column pronouns text not null default '' check (char_length(pronouns) <= 40);

-- A year, or a year and a month.
create domain year_month as text check (value = '' or value ~ '^(19|20|21)\d{2}(-(0[1-9]|1[0-2]))?$');

alter table project
  add column summary text not null default '' check (char_length(summary) <= 200),
  add column role text not null default '' check (char_length(role) <= 120),
  add column started_on year_month not null default '',
  add column ended_on year_month not null default '',
  add column banner_alt text not null default '' check (char_length(banner_alt) <= 300),
  add column featured boolean not null default false;

alter table skill
  add column category text not null default '' check (char_length(category) <= 60);

alter table software_application
  add column link web_link not null default '',
  add column updated_at timestamptz not null default now();

create type timeline_kind as enum (
  'work', 'education', 'talk', 'award', 'certificate', 'publication', 'volunteering', 'other');

alter table timeline
  add column kind timeline_kind not null default 'other',
  add column organization text not null default '' check (char_length(organization) <= 120),
  add column location text not null default '' check (char_length(location) <= 120),
  add column link web_link not null default '',
  add column from_month smallint check (from_month between 1 and 12),
  add column to_month smallint check (to_month between 1 and 12),
  add column highlights text[] not null default '{}' check (
    cardinality(highlights) <= 20
      and array_position(highlights, null) is null
      and char_length(array_to_string(highlights, '')) <= 6000),
  add column updated_at timestamptz not null default now(),
  add check (to_month is null or to_year is not null),
  add check (to_year > from_year or to_month >= from_month);

-- Entries that continue come first, then those that ended last.
drop index timeline_latest_first;
create index timeline_newest_first on timeline (
  to_year desc nulls first, coalesce(to_month, 12::smallint) desc,
  from_year desc, coalesce(from_month, 1::smallint) desc, seq desc);

-- The place of an item in its list: a fractional index, so that a move changes one row. It is compared
-- byte by byte, whatever the locale. A rebalance changes all rows of a list in one statement, which is
-- why the constraint is checked at its end.
create domain list_position as text collate "C" check (value ~ '^[0-9A-Za-z]{1,60}$');

-- The nth key of the fractional index: a0 to az, b00 to bzz, c000 to czzz, and so on.
create function nth_position(n bigint) returns text language plpgsql immutable as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  width integer := 1;
  rest bigint := n;
  key text := '';
begin
  while rest >= 62::numeric ^ width loop
    rest := rest - (62::numeric ^ width)::bigint;
    width := width + 1;
  end loop;
  for place in 1..width loop
    key := substr(digits, (rest % 62)::integer + 1, 1) || key;
    rest := rest / 62;
  end loop;
  return chr(ascii('a') + width - 1) || key;
end
$$;

alter table project add column position list_position;
update project set position = nth_position(place - 1)
  from (select id, row_number() over (order by seq) as place from project) as ordered
  where ordered.id = project.id;
alter table project
  alter column position set not null,
  add constraint project_position unique (position) deferrable;

alter table skill add column position list_position;
update skill set position = nth_position(place - 1)
  from (select id, row_number() over (order by seq) as place from skill) as ordered
  where ordered.id = skill.id;
alter table skill
  alter column position set not null,
  add constraint skill_position unique (position) deferrable;

alter table software_application add column position list_position;
update software_application set position = nth_position(place - 1)
  from (select id, row_number() over (order by seq) as place from software_application) as ordered
  where ordered.id = software_application.id;
alter table software_application
  alter column position set not null,
  add constraint software_application_position unique (position) deferrable;

drop function nth_position;

-- Deleted items as whole rows, for 30 days. No other query reads them, so none can show them.
create table trash (
  id uuid primary key,
  seq bigint generated always as identity unique,
  noun text not null check (
    noun in ('project', 'skill', 'software-application', 'timeline', 'message')),
  item jsonb not null check (jsonb_typeof(item) = 'object'),
  -- The media that the item refers to, which the cleanup keeps.
  media text[] not null default '{}',
  deleted_at timestamptz not null default now()
);

create index trash_media on trash using gin (media);
create index trash_deleted_at on trash (deleted_at);

-- Every change to an item, written in the transaction of the change.
create table revision (
  id bigint generated always as identity primary key,
  noun text not null check (
    noun in ('project', 'skill', 'software-application', 'timeline', 'profile')),
  item_id uuid not null,
  operation text not null check (operation in ('create', 'update', 'delete', 'restore', 'undo')),
  -- The content of the item, without its bookkeeping columns. Null before a create and after a delete.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- The time of the version that was restored.
  restored_from timestamptz,
  media text[] not null default '{}',
  -- Who made the change: the User-Agent of a session, the name of a token, or nothing for the service.
  actor_type text not null check (actor_type in ('session', 'token', 'service')),
  actor_name text not null check (char_length(actor_name) <= 500),
  created_at timestamptz not null default now(),
  check (before is not null or after is not null)
);

create index revision_item on revision (noun, item_id, id);
create index revision_media on revision using gin (media);

-- The first version of what was entered before there was a history.
insert into revision (noun, item_id, operation, after, media, actor_type, actor_name, created_at)
select 'project', id, 'create',
  to_jsonb(project) - array['id', 'seq', 'version', 'position', 'created_at', 'updated_at'],
  array[banner], 'service', '', created_at
from project order by seq;

insert into revision (noun, item_id, operation, after, media, actor_type, actor_name, created_at)
select 'skill', id, 'create',
  to_jsonb(skill) - array['id', 'seq', 'position', 'created_at', 'updated_at'],
  array[svg], 'service', '', created_at
from skill order by seq;

insert into revision (noun, item_id, operation, after, media, actor_type, actor_name, created_at)
select 'software-application', id, 'create',
  to_jsonb(software_application) - array['id', 'seq', 'position', 'created_at', 'updated_at'],
  array[svg], 'service', '', created_at
from software_application order by seq;

insert into revision (noun, item_id, operation, after, actor_type, actor_name, created_at)
select 'timeline', id, 'create',
  to_jsonb(timeline) - array['id', 'seq', 'created_at', 'updated_at'], 'service', '', created_at
from timeline order by seq;

insert into revision (noun, item_id, operation, after, media, actor_type, actor_name, created_at)
select 'profile', id, 'create',
  to_jsonb(owner) - array['id', 'singleton', 'email', 'password_hash', 'messages_mailed_at', 'created_at', 'updated_at'],
  array_remove(array[avatar, resume], null), 'service', '', created_at
from owner;
