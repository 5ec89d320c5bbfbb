-- Automatic backups are also sent to a bucket, encrypted for this recipient. The owner keeps the identity
-- that decrypts them.
alter table automatic_backup
  add column recipient text check (char_length(recipient) <= 3000),
  add column key_since timestamptz,
  add column sent_name text,
  add column sent_at timestamptz,
  add column sent_size bigint,
  add column send_failure text,
  -- How often the newest backup could not be sent.
  add column send_failures integer not null default 0,
  add check ((recipient is null) = (key_since is null)),
  add check (num_nulls(sent_name, sent_at, sent_size) in (0, 3));
