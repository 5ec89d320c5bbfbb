-- Renames columns, indexes, triggers and a function. The stored data does not change.

-- A hash of the text without case and repeated spaces, to find copies of a message.
alter table message rename column likeness to content_hash;
alter index message_likeness rename to message_content_hash;

-- The words of a message for full-text search.
alter table message rename column words to search_vector;
alter index message_words rename to message_search_vector;

-- Why a message was filed as spam, as sentences for the owner.
alter table message rename column suspicions to spam_reasons;

-- Always true and unique, so that a table with this column holds at most one row.
alter table owner rename column only_one to singleton;
alter table owner rename constraint owner_only_one_key to owner_singleton_key;
alter table owner rename constraint owner_only_one_check to owner_singleton_check;
alter table form_key rename column only_one to singleton;
alter table form_key rename constraint form_key_only_one_check to form_key_singleton_check;

-- The response to the first request with an Idempotency-Key.
alter table idempotency rename column answer to response;

-- Notifies every process of a write, on the channel that the trigger names.
alter function tell() rename to notify_change;
alter trigger told on owner rename to notify_change;
alter trigger told on project rename to notify_change;
alter trigger told on skill rename to notify_change;
alter trigger told on software_application rename to notify_change;
alter trigger told on timeline rename to notify_change;
alter trigger told on media rename to notify_change;
alter trigger told on message rename to notify_change;
