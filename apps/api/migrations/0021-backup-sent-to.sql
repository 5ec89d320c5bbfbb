-- The bucket that has the last backup that was sent. The settings may name another one since.
alter table automatic_backup add column sent_to text;
