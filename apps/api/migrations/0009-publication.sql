create type publication_kind as enum (
  'article', 'conference-paper', 'book', 'chapter', 'thesis', 'report', 'preprint', 'talk', 'other');

create table publication (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 300),
  -- In print order, as in `Lovelace, Ada`. An organization has no comma.
  authors text[] not null default '{}' check (
    cardinality(authors) <= 200
      and array_position(authors, null) is null
      and char_length(array_to_string(authors, '')) <= 24000),
  kind publication_kind not null default 'article',
  published_on year_month not null check (published_on <> ''),
  venue text not null default '' check (char_length(venue) <= 300),
  volume text not null default '' check (char_length(volume) <= 40),
  issue text not null default '' check (char_length(issue) <= 40),
  pages text not null default '' check (char_length(pages) <= 40),
  publisher text not null default '' check (char_length(publisher) <= 200),
  doi text not null default '' check (doi = '' or (char_length(doi) <= 200 and doi ~ '^10\.\d{4,9}/\S+$')),
  link web_link not null default '',
  pdf_link web_link not null default '',
  note text not null default '' check (char_length(note) <= 120),
  abstract text not null default '' check (char_length(abstract) <= 5000),
  citation_key text not null default '' check (
    char_length(citation_key) <= 100 and citation_key !~ '[[:space:]{}(),=#%"''\\~]'),
  created_at moment not null default now(),
  updated_at moment not null default now()
);

create index publication_newest_first on publication (published_on desc, seq desc);

create trigger notify_change after insert or update or delete or truncate on publication
  for each statement execute function notify_change('portfolio');

alter table trash drop constraint trash_noun_check, add constraint trash_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication', 'message'));
alter table revision drop constraint revision_noun_check, add constraint revision_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication', 'profile'));
