-- A link to the web, or nothing. Other schemes (javascript:, data:) cannot be stored.
create domain web_link as text
  check (value = '' or (value ~* '^https?://[^[:space:][:cntrl:]]+$' and char_length(value) <= 2048));

-- A stored picture or document with all files made of it. Its name is the SHA-256 of its bytes, so a
-- name never changes its content and the same upload is kept once.
create table media (
  name text primary key check (name ~ '^[0-9a-f]{64}\.[a-z]{3,4}$'),
  -- As an answer shows it: { url, type, width, height, variants, placeholder }.
  shown jsonb not null check (shown ->> 'url' like '%/media/' || name),
  -- Every file that belongs to it, itself included: what a sweep must spare.
  files text[] not null check (name = any (files)),
  created_at timestamptz not null default now(),
  -- Since when nothing refers to it; a sweep sets and clears this.
  orphaned_at timestamptz
);

create index media_files on media using gin (files);

create table owner (
  id uuid primary key default gen_random_uuid(),
  -- There is one owner: a second row collides here.
  only_one boolean not null default true unique check (only_one),
  full_name text not null check (char_length(full_name) between 1 and 100),
  email text not null check (char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  phone text not null default '' check (char_length(phone) <= 40),
  about_me text not null default '' check (char_length(about_me) <= 5000),
  portfolio_url web_link not null default '',
  github_url web_link not null default '',
  linkedin_url web_link not null default '',
  instagram_url web_link not null default '',
  twitter_url web_link not null default '',
  facebook_url web_link not null default '',
  avatar text references media,
  resume text references media,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index owner_avatar on owner (avatar);
create index owner_resume on owner (resume);

create type project_stack as enum ('Full Stack', 'Mern', 'Mean', 'Next.JS', 'React.JS');
create type project_deployed as enum ('Yes', 'No');

-- `seq` is the order of adding; ids say nothing about it.
create table project (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) between 1 and 5000),
  technologies text not null check (char_length(technologies) between 1 and 500),
  stack project_stack not null,
  deployed project_deployed not null,
  git_repo_link web_link not null default '',
  project_link web_link not null default '',
  banner text not null references media,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index project_banner on project (banner);

create table skill (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 80),
  proficiency smallint not null check (proficiency between 0 and 100),
  svg text not null references media,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index skill_svg on skill (svg);

create table software_application (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  name text not null check (char_length(name) between 1 and 80),
  svg text not null references media,
  created_at timestamptz not null default now()
);

create index software_application_svg on software_application (svg);

create table timeline (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) between 1 and 5000),
  from_year smallint not null check (from_year between 1900 and 2200),
  to_year smallint check (to_year between 1900 and 2200),
  created_at timestamptz not null default now(),
  check (to_year >= from_year)
);

create index timeline_latest_first on timeline (from_year desc, seq desc);

create table message (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  sender_name text not null check (char_length(sender_name) between 1 and 100),
  subject text not null check (char_length(subject) between 1 and 200),
  email text not null check (char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  message text not null check (char_length(message) between 1 and 10000),
  created_at timestamptz not null default now()
);
