-- The replies of the owner, oldest first, as the API returns them. They are a column of their message, so
-- that they go to the trash, into backups and away with it.
alter table message add column replies jsonb not null default '[]'
  check (jsonb_typeof(replies) = 'array' and jsonb_array_length(replies) <= 20);
