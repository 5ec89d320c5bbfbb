-- A day, like 2026-05-12, or an empty text. The contract knows the days of each month.
create domain day as text check (
  value ~ '^((19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?$');

-- A post has the states of a project.
alter type project_state rename to publishing_state;

create table post (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 200),
  slug text not null constraint post_slug unique check (
    slug ~ '^[^-]+(-[^-]+)*$'
      and slug !~ '[\u0001-\u002c\u002e\u002f\u003a-\u0060\u007b-\u00a9\u2000-\u206f\u3000\ufeff]'
      and slug is nfc normalized
      and char_length(slug) <= 80 and octet_length(slug) <= 180),
  old_slugs text[] not null default '{}',
  -- Empty for the day of its publication.
  date day not null default '',
  tags text[] not null default '{}' check (
    cardinality(tags) <= 20
      and array_position(tags, null) is null
      and char_length(array_to_string(tags, '')) <= 800),
  summary text not null default '' check (char_length(summary) <= 300),
  cover text references media,
  cover_focal_x smallint not null default 50 check (cover_focal_x between 0 and 100),
  cover_focal_y smallint not null default 50 check (cover_focal_y between 0 and 100),
  cover_alt text not null default '' check (char_length(cover_alt) <= 300),
  cover_decorative boolean not null default false,
  body text not null default '' check (char_length(body) <= 50000),
  state publishing_state not null default 'published',
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  publish_at moment,
  media text[] not null generated always as (
    media_names(coalesce(cover, '') || ' ' || body || ' ' || coalesce(draft::text, ''))
  ) stored,
  published_at moment,
  version integer not null default 1 check (version between 1 and 2000000000),
  created_at moment not null default now(),
  updated_at moment not null default now(),
  check (state = 'published' or draft is null)
);

create index post_cover on post (cover);
create index post_publish_at on post (publish_at) where publish_at is not null;
create index post_media on post using gin (media);

create trigger notify_change after insert or update or delete or truncate on post
  for each statement execute function notify_change('portfolio');

-- The texts of posts as HTML, like those of projects.
alter table project_html rename column project_id to item_id;
create table post_html (
  item_id uuid primary key references post on delete cascade,
  key text not null,
  html text not null
);

alter table trash drop constraint trash_noun_check, add constraint trash_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'message'));
alter table revision drop constraint revision_noun_check, add constraint revision_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'profile'));
