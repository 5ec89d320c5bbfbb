-- The photo of an author, which only testimonials use: a withdrawal deletes it.
alter table media add column is_author_photo boolean not null default false;

update media set is_author_photo = true
where name in (select photo from testimonial)
  and name not in (select avatar from owner where avatar is not null)
  and not exists (select from project where project.media @> array[media.name])
  and not exists (select from post where post.media @> array[media.name]);
