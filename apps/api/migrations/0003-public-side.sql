alter table owner
  add column show_email boolean not null default false,
  add column show_phone boolean not null default false,
  add column mail_messages boolean not null default true,
  add column messages_mailed_at timestamptz;

create type message_folder as enum ('inbox', 'spam', 'archived');

-- What was here before was seen before: only what visitors send from now on is unread.
alter table message
  add column folder message_folder not null default 'inbox',
  add column unread boolean not null default false,
  add column suspicions text[] not null default '{}',
  -- The owner is still to be told of it by mail.
  add column mail_due boolean not null default false,
  -- No language is assumed: words are found as they are written, or by how they begin. What stands
  -- between letters parts them: left alone, 'Node.js' and an address would each be one long word.
  add column words tsvector not null generated always as (to_tsvector('simple', translate(
    sender_name || ' ' || email || ' ' || subject || ' ' || message,
    '.,:;!?@/\<>()[]{}|"''`~#$%^&*_+=-',
    '                                 '
  ))) stored,
  -- The same for texts that differ in nothing but spaces and capitals.
  add column likeness uuid not null
    generated always as (md5(lower(regexp_replace(message, '\s+', ' ', 'g')))::uuid) stored;

create index message_folder_newest on message (folder, seq desc);
create index message_unread on message (seq) where unread and folder = 'inbox';
create index message_mail_due on message (seq) where mail_due;
create index message_likeness on message (likeness, created_at);
-- Without fastupdate every search costs the same, whatever was written a moment ago.
create index message_words on message using gin (words) with (fastupdate = off);

-- Signs the time at which a contact form was shown. The same in every process.
create table form_key (
  only_one boolean primary key default true check (only_one),
  key bytea not null check (octet_length(key) = 32)
);
insert into form_key (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- Every process hears of every write, whoever wrote.
create function tell() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end
$$;

create trigger told after insert or update or delete or truncate on owner
  for each statement execute function tell('portfolio');
create trigger told after insert or update or delete or truncate on project
  for each statement execute function tell('portfolio');
create trigger told after insert or update or delete or truncate on skill
  for each statement execute function tell('portfolio');
create trigger told after insert or update or delete or truncate on software_application
  for each statement execute function tell('portfolio');
create trigger told after insert or update or delete or truncate on timeline
  for each statement execute function tell('portfolio');
create trigger told after update on media
  for each statement execute function tell('portfolio');
create trigger told after insert or update or delete or truncate on message
  for each statement execute function tell('message');
