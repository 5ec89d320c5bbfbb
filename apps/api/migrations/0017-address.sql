-- The addresses that the owner has added in a home network. PUBLIC_URL and SITE_URL take precedence.
create table address (
  part text primary key check (part in ('dashboard', 'site')),
  url text not null check (url ~ '^https?://[^/]+$' and length(url) <= 300)
);
