create type setup_step as enum ('start', 'you', 'look', 'done');

-- Where the first run in the dashboard continues. Null if the owner was created without it. Until a design
-- is published, the site of an owner with a first run is private.
alter table owner add column setup_step setup_step;

-- The first run asks for the name after the account exists.
alter table owner drop constraint owner_full_name_check;
alter table owner add constraint owner_full_name_check check (char_length(full_name) <= 100);
