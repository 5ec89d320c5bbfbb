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

create table purged_revision (like revision);
alter table purged_revision
  add primary key (id),
  add foreign key (item_id) references purged_item on delete cascade;

create index purged_revision_item on purged_revision (item_id);

-- The browser that asked for it, if the owner has signed in with it before. Others cannot push out its
-- challenges.
alter table passkey_challenge
  add column device_hash bytea check (octet_length(device_hash) = 32);
