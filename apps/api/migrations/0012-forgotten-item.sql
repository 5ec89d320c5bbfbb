-- What authors have withdrawn. No backup contains it, and a restore keeps it, so that a backup from before
-- does not bring back the words.
create table forgotten_item (
  id uuid primary key
);

insert into forgotten_item (id) select id from testimonial where state = 'withdrawn';
