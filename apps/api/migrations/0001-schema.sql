-- The schema of the first release. Later changes are migrations of their own, from 0002 on.
--
-- Constraints also check rows that did not pass the API, such as those of a backup. A column named
-- `singleton` is always true and unique, so its table has at most one row.

-- === Types ===

-- A link to the web, or nothing. Other schemes (javascript:, data:) cannot be stored.
create domain web_link as text
  check (value = '' or (value ~* '^https?://[^[:space:][:cntrl:]]+$' and char_length(value) <= 2048));

-- A year, or a year and a month.
create domain year_month as text check (value = '' or value ~ '^(19|20|21)\d{2}(-(0[1-9]|1[0-2]))?$');

-- The ID of a row, as the contract accepts it: in the format of RFC 9562.
create domain row_id as uuid check (value::text ~ '^.{14}[1-8].{4}[89ab]');

-- A time that JavaScript can represent and a response can contain. Not infinity.
create domain moment as timestamptz check (value >= '1000-01-01Z' and value < '10000-01-01Z');

-- The place of an item in its list: a fractional index, so that a move changes one row. It is compared
-- byte by byte, whatever the locale.
create domain list_position as text collate "C" check (value ~ '^[0-9A-Za-z]{1,60}$');

-- === Media ===

-- Whether this describes an image: its size, its narrower copies and a small placeholder. It has names
-- and no URLs. Those are built for each response, so that no URL from a backup can reach a visitor.
create function is_image_metadata(image jsonb) returns boolean language sql immutable as $$
  select coalesce(
    image - array['width', 'height', 'variants', 'placeholder'] = '{}'
      and jsonb_typeof(image -> 'width') = 'number' and image ->> 'width' ~ '^[1-9]\d{0,5}$'
      and jsonb_typeof(image -> 'height') = 'number' and image ->> 'height' ~ '^[1-9]\d{0,5}$'
      and jsonb_typeof(image -> 'variants') = 'array'
      and char_length(image ->> 'placeholder') <= 4000
      and image ->> 'placeholder' ~ '^[A-Za-z0-9+/]*={0,2}$', false)
    and not exists (
      select from jsonb_array_elements(image -> 'variants') as copies (copy)
      where not coalesce(
        copy - array['name', 'width', 'height'] = '{}'
          and copy ->> 'name' ~ '^[0-9a-f]{64}\.webp$'
          and jsonb_typeof(copy -> 'width') = 'number' and copy ->> 'width' ~ '^[1-9]\d{0,5}$'
          and jsonb_typeof(copy -> 'height') = 'number' and copy ->> 'height' ~ '^[1-9]\d{0,5}$',
        false))
$$;

-- The names of all files that a text mentions. Their length is limited, since an index holds them.
create function media_names(content text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct name[1]), '{}')
  from regexp_matches(content, '([0-9a-f]{64}\.[a-z]{3,4})', 'g') as found (name)
$$;

-- An uploaded image or document. Its name is the SHA-256 of its bytes, so the content of a name never
-- changes and the same upload is stored once.
create table media (
  name text primary key check (name ~ '^[0-9a-f]{64}\.[a-z]{3,4}$'),
  -- Of an image, or of the preview of a document.
  metadata jsonb not null check (case
    when metadata ? 'preview' then coalesce(
      metadata - 'preview' = '{}'
        and metadata #>> '{preview,name}' ~ '^[0-9a-f]{64}\.png$'
        and is_image_metadata((metadata -> 'preview') - 'name'), false)
    else is_image_metadata(metadata) end),
  -- The file itself and all files made from it. The cleanup keeps them.
  files text[] not null check (
    array_position(files, null) is null
      and array_to_string(files, ' ') ~ '^[0-9a-f]{64}\.[a-z]{3,4}( [0-9a-f]{64}\.[a-z]{3,4})*$'),
  created_at moment not null default now(),
  -- Since when nothing refers to it. The cleanup sets and clears this.
  orphaned_at moment,
  constraint media_check1 check (name = any (files))
);

create index media_files on media using gin (files);

-- === Owner and sign-in ===

create table owner (
  id row_id primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  full_name text not null check (char_length(full_name) between 1 and 100),
  email text not null check (char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  -- The parameters of a hash decide what a login costs. One from a backup must not take gigabytes.
  password_hash text not null check (coalesce(
    substring(password_hash from
      '^\$argon2id\$v=19\$m=(\d{4,5}),t=[1-9],p=[1-4]\$[A-Za-z0-9+/]{22,64}\$[A-Za-z0-9+/]{43}$'
    )::integer between 7168 and 65536, false)),
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
  created_at moment not null default now(),
  updated_at moment not null default now(),
  -- Whether visitors see them.
  show_email boolean not null default false,
  show_phone boolean not null default false,
  -- Whether new messages are announced by email, and when that last happened.
  mail_messages boolean not null default true,
  messages_mailed_at moment,
  headline text not null default '' check (char_length(headline) <= 120),
  location text not null default '' check (char_length(location) <= 120),
  availability text not null default '' check (char_length(availability) <= 120),
  pronouns text not null default '' check (char_length(pronouns) <= 40)
);

create index owner_avatar on owner (avatar);
create index owner_resume on owner (resume);

-- Tokens and codes are stored as SHA-256 only: nobody can sign in with a copy of these tables. Every
-- expiry is set and compared with the clock of the database.

create table session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address inet,
  user_agent text not null check (char_length(user_agent) <= 500),
  -- When the owner last confirmed it. Sensitive calls need that to be recent.
  confirmed_at timestamptz not null default now(),
  -- How the owner signed in, and the passkey of this browser.
  method text not null default 'password'
    check (method in ('password', 'password and code', 'password and recovery code', 'passkey')),
  passkey_id uuid
);

-- A browser that the owner has signed in from. It opens no session. Its attempts to sign in are counted
-- apart from those of others.
create table device (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);

create index device_last_used on device (owner_id, last_used_at);

create table password_reset (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  expires_at timestamptz not null
);

create table setup_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);

-- The second factor names no owner: there is one, and a restored backup must not remove it.
create table second_factor (
  singleton boolean primary key default true check (singleton),
  secret bytea not null check (octet_length(secret) between 16 and 64),
  -- The last 30-second step whose code was used. Codes of this step and of earlier ones are refused.
  last_step bigint not null check (last_step >= 0),
  created_at timestamptz not null default now()
);

-- A secret that the owner has not confirmed with a code yet.
create table second_factor_setup (
  session_id uuid primary key references session on delete cascade,
  secret bytea not null check (octet_length(secret) between 16 and 64),
  created_at timestamptz not null default now()
);

-- A code has 120 random bits, so SHA-256 is enough: it cannot be guessed from its hash.
create table recovery_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now()
);

-- A login whose password was correct and whose code is still missing.
create table login_step (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  owner_id uuid not null references owner on delete cascade,
  -- A changed password ends it.
  password_hash text not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  expires_at timestamptz not null
);

create index login_step_expires_at on login_step (expires_at);

-- It names no owner: there is one, and a restored backup must not remove a passkey.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  credential_id text not null unique check (char_length(credential_id) between 1 and 2000),
  public_key bytea not null check (octet_length(public_key) between 1 and 10000),
  -- How often it was used, if it counts: a copy would count on its own.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  -- A passkey works only on the host name on which it was created.
  host text not null check (host <> ''),
  -- Whether it exists on several devices of the owner.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- What a passkey has to sign, once and within five minutes.
create table passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('register', 'login', 'confirm')),
  -- The session that asked for it. A login has none.
  session_id uuid references session on delete cascade,
  expires_at timestamptz not null,
  -- The browser that asked for it, if the owner has signed in with it before. Others cannot push out
  -- its challenges.
  device_hash bytea check (octet_length(device_hash) = 32),
  check ((purpose = 'login') = (session_id is null))
);

create index passkey_challenge_expires_at on passkey_challenge (expires_at);

-- A restored backup ends them, like sessions.
create table api_token (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references owner on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The first characters, by which the owner recognizes it.
  prefix text not null check (length(prefix) between 1 and 20),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- Visitors wrote the messages, so reading them needs a scope of its own.
  scopes text[] not null check (
    cardinality(scopes) > 0
      and scopes <@ array['read', 'write-drafts', 'write', 'read-messages'])
);

-- === Collections ===

-- `seq` is the order in which items were added; random IDs do not show it. Lists that the owner orders
-- have a `position`. A rebalance changes all positions of a list in one statement, which is why their
-- constraints are checked at its end.

create type project_stack as enum ('Full Stack', 'Mern', 'Mean', 'Next.JS', 'React.JS');
create type project_deployed as enum ('Yes', 'No');
create type project_state as enum ('draft', 'published');

-- A project is a draft until it is published. The draft of a published project is in the column `draft`,
-- which no public query reads.
create table project (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) <= 5000),
  technologies text not null check (char_length(technologies) <= 500),
  stack project_stack,
  deployed project_deployed,
  git_repo_link web_link not null default '',
  project_link web_link not null default '',
  banner text references media,
  version integer not null default 1 check (version between 1 and 2000000000),
  created_at moment not null default now(),
  updated_at moment not null default now(),
  -- The part of a banner that stays visible where it is cropped, in percent from the left and the top.
  banner_focal_x smallint not null default 50 check (banner_focal_x between 0 and 100),
  banner_focal_y smallint not null default 50 check (banner_focal_y between 0 and 100),
  summary text not null default '' check (char_length(summary) <= 200),
  role text not null default '' check (char_length(role) <= 120),
  started_on year_month not null default '',
  ended_on year_month not null default '',
  banner_alt text not null default '' check (char_length(banner_alt) <= 300),
  featured boolean not null default false,
  position list_position not null constraint project_position unique deferrable,
  state project_state not null default 'published',
  -- A slug can have letters of every script. The contract knows which characters are letters. Here, a
  -- slug has no capital letter, space or punctuation of ASCII and Latin-1, no space or control character
  -- elsewhere, and is normalized. Its bytes are limited because it is the name of an exported folder.
  slug text not null constraint project_slug unique check (
    slug ~ '^[^-]+(-[^-]+)*$'
      and slug !~ '[\u0001-\u002c\u002e\u002f\u003a-\u0060\u007b-\u00a9\u2000-\u206f\u3000\ufeff]'
      and slug is nfc normalized
      and char_length(slug) <= 80 and octet_length(slug) <= 180),
  -- Links to these addresses redirect to the current one.
  old_slugs text[] not null default '{}',
  -- The case study, as Markdown.
  body text not null default '' check (char_length(body) <= 50000),
  gallery jsonb not null default '[]' check (
    jsonb_typeof(gallery) = 'array' and jsonb_array_length(gallery) <= 20
    -- The valid images are all there are.
    and gallery = jsonb_path_query_array(gallery, 'strict $[*] ? (
      @.image.type() == "string" && @.alt.type() == "string" && @.caption.type() == "string"
      && @.decorative.type() == "boolean"
      && @.focalX >= 0 && @.focalX <= 100 && @.focalX == @.focalX.floor()
      && @.focalY >= 0 && @.focalY <= 100 && @.focalY == @.focalY.floor())')),
  banner_decorative boolean not null default false,
  -- The content columns that change with the next publication, and their values.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  publish_at moment,
  -- The files of its banner, its gallery, its case study and its draft.
  media text[] not null generated always as (
    media_names(coalesce(banner, '') || ' ' || gallery::text || ' ' || body || ' ' || coalesce(draft::text, ''))
  ) stored,
  -- When it was first published, for feeds.
  published_at moment,
  -- Only a draft can be incomplete.
  constraint project_complete check (
    state = 'draft'
      or (description <> '' and technologies <> '' and stack is not null and deployed is not null
        and banner is not null)),
  check (state = 'published' or draft is null)
);

create index project_banner on project (banner);
create index project_publish_at on project (publish_at) where publish_at is not null;
create index project_media on project using gin (media);

-- The case studies as HTML. A cache: a row whose key does not match is rendered again.
create table project_html (
  project_id uuid primary key references project on delete cascade,
  key text not null,
  html text not null
);

create table skill (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 80),
  proficiency smallint not null check (proficiency between 0 and 100),
  svg text not null references media,
  created_at moment not null default now(),
  updated_at moment not null default now(),
  category text not null default '' check (char_length(category) <= 60),
  position list_position not null constraint skill_position unique deferrable,
  -- The icon that was chosen by name, as in logos:react. Empty for an uploaded file.
  icon text not null default '' check (icon ~ '^([a-z0-9-]+:[a-z0-9-]+)?$' and char_length(icon) <= 120)
);

create index skill_svg on skill (svg);

create table software_application (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  name text not null check (char_length(name) between 1 and 80),
  svg text not null references media,
  created_at moment not null default now(),
  link web_link not null default '',
  updated_at moment not null default now(),
  position list_position not null constraint software_application_position unique deferrable,
  -- As for a skill.
  icon text not null default '' check (icon ~ '^([a-z0-9-]+:[a-z0-9-]+)?$' and char_length(icon) <= 120)
);

create index software_application_svg on software_application (svg);

create type timeline_kind as enum (
  'work', 'education', 'talk', 'award', 'certificate', 'publication', 'volunteering', 'other');

create table timeline (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) between 1 and 5000),
  from_year smallint not null check (from_year between 1900 and 2200),
  to_year smallint check (to_year between 1900 and 2200),
  created_at moment not null default now(),
  kind timeline_kind not null default 'other',
  organization text not null default '' check (char_length(organization) <= 120),
  location text not null default '' check (char_length(location) <= 120),
  link web_link not null default '',
  from_month smallint check (from_month between 1 and 12),
  to_month smallint check (to_month between 1 and 12),
  highlights text[] not null default '{}' check (
    cardinality(highlights) <= 20
      and array_position(highlights, null) is null
      and char_length(array_to_string(highlights, '')) <= 6000),
  updated_at moment not null default now(),
  check (to_year >= from_year),
  check (to_month is null or to_year is not null),
  check (to_year > from_year or to_month >= from_month)
);

-- Entries that continue come first, then those that ended last.
create index timeline_newest_first on timeline (
  to_year desc nulls first, coalesce(to_month, 12::smallint) desc,
  from_year desc, coalesce(from_month, 1::smallint) desc, seq desc);

-- === Inbox ===

create type message_folder as enum ('inbox', 'spam', 'archived');

create table message (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  sender_name text not null check (char_length(sender_name) between 1 and 100),
  subject text not null check (char_length(subject) between 1 and 200),
  email text not null check (char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  message text not null check (char_length(message) between 1 and 10000),
  created_at moment not null default now(),
  folder message_folder not null default 'inbox',
  unread boolean not null default false,
  -- Why it was filed as spam, as sentences for the owner.
  spam_reasons text[] not null default '{}',
  -- The owner has not been notified by email yet.
  mail_due boolean not null default false,
  -- For full-text search by whole words and by their beginnings, in no particular language. Punctuation
  -- separates words: otherwise 'Node.js' and an email address would be one word each.
  search_vector tsvector not null generated always as (to_tsvector('simple', translate(
    sender_name || ' ' || email || ' ' || subject || ' ' || message,
    '.,:;!?@/\<>()[]{}|"''`~#$%^&*_+=-',
    '                                 '
  ))) stored,
  -- A hash of the text without case and repeated spaces, to find copies of a message.
  content_hash uuid not null
    generated always as (md5(lower(regexp_replace(message, '\s+', ' ', 'g')))::uuid) stored
);

create index message_folder_newest on message (folder, seq desc);
create index message_unread_by_folder on message (folder) where unread;
create index message_mail_due on message (seq) where mail_due;
create index message_content_hash on message (content_hash, created_at);
-- Without fastupdate, a search takes the same time right after many messages were added.
create index message_search_vector on message using gin (search_vector) with (fastupdate = off);

-- Signs the time at which a contact form was shown. The same in every process.
create table form_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null check (octet_length(key) = 32)
);
insert into form_key (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- A token of a contact form is valid for one message. Rows are deleted once their token has expired.
create table used_form_token (
  signature bytea primary key check (octet_length(signature) = 32),
  used_at timestamptz not null default now()
);

-- === Trash and history ===

-- Deleted items as whole rows, for 30 days. No other query reads them, so none can show them.
create table trash (
  id row_id primary key,
  seq bigint generated always as identity unique,
  noun text not null check (
    noun in ('project', 'skill', 'software-application', 'timeline', 'message')),
  item jsonb not null check (jsonb_typeof(item) = 'object'),
  -- The media that the item refers to, which the cleanup keeps.
  media text[] not null default '{}',
  deleted_at moment not null default now()
);

create index trash_media on trash using gin (media);
create index trash_deleted_at on trash (deleted_at);

-- Every change to an item, written in the transaction of the change.
create table revision (
  id bigint generated always as identity primary key,
  noun text not null check (
    noun in ('project', 'skill', 'software-application', 'timeline', 'profile')),
  item_id row_id not null,
  operation text not null check (operation in ('create', 'update', 'delete', 'restore', 'undo')),
  -- The content of the item, without its bookkeeping columns. Null before a create and after a delete.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- The time of the version that was restored.
  restored_from moment,
  media text[] not null default '{}',
  -- Who made the change: the User-Agent of a session, the name of a token, or nothing for the service.
  actor_type text not null check (actor_type in ('session', 'token', 'service')),
  actor_name text not null check (char_length(actor_name) <= 500),
  created_at moment not null default now(),
  check (before is not null or after is not null)
);

create index revision_item on revision (noun, item_id, id);
create index revision_media on revision using gin (media);

-- What the owner deleted forever, for 7 days: only the vitrine command reads these tables. No backup
-- contains them. The media files stay as long, because the cleanup keeps unused media for 7 days.
create table purged_item (
  id uuid primary key,
  noun text not null,
  item jsonb not null,
  media text[] not null,
  purged_at timestamptz not null default now()
);

create index purged_item_purged_at on purged_item (purged_at);

create table purged_revision (
  like revision,
  primary key (id),
  foreign key (item_id) references purged_item on delete cascade
);

create index purged_revision_item on purged_revision (item_id);

-- === Site ===

-- The design of the public site: one row, once a design was saved.
create table site (
  singleton boolean primary key default true check (singleton),
  -- What visitors see. Null until a design is published.
  settings jsonb check (jsonb_typeof(settings) = 'object'),
  -- Changes that are not published.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  -- The last version of the draft's custom CSS without errors.
  draft_css text not null default '' check (octet_length(draft_css) <= 200000)
);

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

-- === Resume and imports ===

-- The settings of the resume: one row, once they were saved.
create table resume (
  singleton boolean primary key default true check (singleton),
  settings jsonb not null check (jsonb_typeof(settings) = 'object')
);

-- What an import added and changed, so that it can be undone in one step.
create table content_import (
  id uuid primary key default gen_random_uuid(),
  -- Items that were added: { noun, id }.
  added jsonb not null check (jsonb_typeof(added) = 'array'),
  -- The IDs of the revisions of items that were changed.
  revisions jsonb not null check (jsonb_typeof(revisions) = 'array'),
  created_at timestamptz not null default now()
);

-- === Audit log ===

-- Sign-ins and changes to the account. The contract lists the kinds.
create table audit_event (
  id row_id primary key default gen_random_uuid(),
  kind text not null check (length(kind) between 1 and 50),
  -- What it was about, such as the method of a sign-in. Never a secret, and nothing that a visitor typed.
  subject text not null default '' check (length(subject) <= 200),
  -- Failed sign-ins of one hour, address and browser are one event.
  times integer not null default 1 check (times > 0),
  address inet,
  user_agent text not null default '' check (length(user_agent) <= 500),
  created_at moment not null default now(),
  last_at moment not null default now(),
  check (last_at >= created_at)
);

create index audit_event_last_at on audit_event (last_at desc, id desc);

-- === Limits, repeated requests and backups ===

create table rate_limit (
  key text primary key check (char_length(key) <= 200),
  used integer not null check (used > 0),
  resets_at timestamptz not null
);

create index rate_limit_resets_at on rate_limit (resets_at);

-- The response to the first request with an Idempotency-Key. A repeated request gets it again.
create table idempotency (
  route text not null,
  key text not null check (char_length(key) between 1 and 200),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (route, key)
);

-- The state of automatic backups, for the owner. At most one row, inserted by the first process that
-- has a BACKUP_DIR. The archives themselves are files in that folder.
create table automatic_backup (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  -- The last backup.
  name text,
  taken_at timestamptz,
  size bigint,
  missing integer not null default 0,
  -- Why the last attempt failed; null if it succeeded.
  error text,
  -- The last check of an archive, and what is wrong with it; null if nothing.
  verified_at timestamptz,
  damage text,
  check ((name is null) = (taken_at is null) and (name is null) = (size is null))
);

-- === Triggers ===

-- Notifies every process of a write, on the channel that the trigger names.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end
$$;

create trigger notify_change after insert or update or delete or truncate on owner
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on project
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on skill
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on software_application
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on timeline
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on site
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on resume
  for each statement execute function notify_change('portfolio');
-- Only updates: a file is added before a row refers to it, and deleted when none does.
create trigger notify_change after update on media
  for each statement execute function notify_change('portfolio');
create trigger notify_change after insert or update or delete or truncate on message
  for each statement execute function notify_change('message');
