create type visit_kind as enum ('visit', 'page', 'resume', 'contact', 'view', 'bot', 'referrer', 'country');
create type visit_period as enum ('day', 'month');

-- Totals of a day or of a month. Each kind is counted apart from the others, so that no row describes a
-- single visit. A name is a path, a host, a country or the ID of a view, and * for all that has no row.
create table visit_count (
  period visit_period not null,
  kind visit_kind not null,
  starts_on date not null check (period = 'day' or extract(day from starts_on) = 1),
  name text not null check (char_length(name) <= 300),
  count integer not null check (count > 0),
  primary key (period, kind, starts_on, name) include (count)
);

-- The key of a day's hashes, and the hashes: who was counted already. A crash of PostgreSQL may empty them.
create unlogged table visit_salt (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);

create unlogged table visit_reader (
  day date not null,
  -- Empty for the site, else the ID of a view.
  scope text not null check (char_length(scope) <= 100),
  hash bigint not null,
  primary key (day, scope, hash)
);

alter table owner add column count_visits boolean not null default true;
