-- A selection of the portfolio for one reader.
create table view (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  name text not null check (char_length(name) between 1 and 100),
  headline text not null default '' check (char_length(headline) <= 120),
  note text not null default '' check (char_length(note) <= 600),
  sections jsonb not null check (jsonb_typeof(sections) = 'array'),
  drafts uuid[] not null default '{}' check (array_position(drafts, null) is null),
  resume jsonb not null check (jsonb_typeof(resume) = 'object'),
  expires_at moment,
  published_at moment,
  revoked_at moment,
  -- The SHA-256 of the token in the link, and the token encrypted with the key below. Neither without a link.
  link_hash bytea unique check (octet_length(link_hash) = 32),
  link bytea check (octet_length(link) between 29 and 200),
  created_at moment not null default now(),
  updated_at moment not null default now(),
  check ((link_hash is null) = (link is null))
);

-- Encrypts links, so that the owner can copy them again. No backup contains it, and a restore keeps it.
create table view_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null check (octet_length(key) = 32)
);
insert into view_key (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- Links that were revoked. No backup contains them, and a restore keeps them, so that a backup from before
-- does not bring a link back.
create table ended_view_link (
  link_hash bytea primary key check (octet_length(link_hash) = 32)
);

-- A link must be found in the trash too.
create index trash_view_link on trash ((item ->> 'link_hash')) where noun = 'view';

alter table trash drop constraint trash_noun_check, add constraint trash_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication',
    'testimonial', 'message', 'view'));
alter table revision drop constraint revision_noun_check, add constraint revision_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication',
    'testimonial', 'profile', 'view'));

-- A preview of a view holds what the view would show.
alter table site_preview drop constraint site_preview_purpose_check,
  add constraint site_preview_purpose_check check (purpose in ('design', 'view')),
  add column view jsonb,
  add constraint site_preview_view_check check ((view is not null) = (purpose = 'view'));
