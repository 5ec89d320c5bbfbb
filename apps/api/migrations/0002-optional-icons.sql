-- A skill or a software application without an icon is shown with its first letter.

alter table skill
  alter column svg drop not null,
  add check (svg is not null or icon = '');

alter table software_application
  alter column svg drop not null,
  add check (svg is not null or icon = '');
