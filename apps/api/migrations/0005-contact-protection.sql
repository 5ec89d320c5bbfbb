-- Each token of a contact form is good for one message. A row is of no use once its token expired.
create table used_form_token (
  signature bytea primary key check (octet_length(signature) = 32),
  used_at timestamptz not null default now()
);
