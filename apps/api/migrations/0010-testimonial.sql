create type testimonial_state as enum ('asked', 'received', 'shown', 'declined', 'withdrawn');

create table testimonial (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  position list_position not null constraint testimonial_position unique deferrable,
  -- Whom the owner asked.
  person text not null default '' check (char_length(person) <= 100),
  note text not null default '' check (char_length(note) <= 300),
  on_home boolean not null default true,
  projects uuid[] not null default '{}' check (
    cardinality(projects) <= 50 and array_position(projects, null) is null),
  state testimonial_state not null default 'asked',
  -- What its author wrote and agreed to show.
  quote text not null default '' check (char_length(quote) <= 600),
  name text not null default '' check (char_length(name) <= 100),
  role text not null default '' check (char_length(role) <= 120),
  organization text not null default '' check (char_length(organization) <= 120),
  photo text references media,
  -- What replaces the text once its author agrees.
  suggestion text not null default '' check (char_length(suggestion) <= 600),
  suggestion_note text not null default '' check (char_length(suggestion_note) <= 300),
  answered_at moment,
  -- Until when a link takes an answer.
  expires_at moment,
  -- The SHA-256 of each link's token, as hexadecimal digits. Every link of an answer can withdraw it.
  link_hashes text[] not null default '{}' check (
    cardinality(link_hashes) <= 100
      and array_to_string(link_hashes, ' ', '*') ~ '^([0-9a-f]{64}( [0-9a-f]{64})*)?$'),
  created_at moment not null default now(),
  updated_at moment not null default now(),
  -- An author's words are here only while their author agrees to them.
  check (case when state in ('asked', 'withdrawn')
    then quote = '' and name = '' and role = '' and organization = '' and photo is null and suggestion = ''
    else quote <> '' and name <> '' and answered_at is not null end)
);

create index testimonial_link on testimonial using gin (link_hashes);

create trigger notify_change after insert or update or delete or truncate on testimonial
  for each statement execute function notify_change('portfolio');

alter table trash drop constraint trash_noun_check, add constraint trash_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication',
    'testimonial', 'message'));
alter table revision drop constraint revision_noun_check, add constraint revision_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication',
    'testimonial', 'profile'));
