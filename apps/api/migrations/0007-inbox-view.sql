-- Counts the unread messages of every folder; the old index knew the inbox alone.
create index message_unread_by_folder on message (folder) where unread;
drop index message_unread;
