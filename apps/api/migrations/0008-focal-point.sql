-- The part of a banner that stays visible where it is cropped, in percent from the left and the top.
alter table project
  add column banner_focal_x smallint not null default 50 check (banner_focal_x between 0 and 100),
  add column banner_focal_y smallint not null default 50 check (banner_focal_y between 0 and 100);
