-- A slug can have letters of every script. The contract knows which characters are letters. Here, a slug
-- has no capital letter, space or punctuation of ASCII and Latin-1, no space or control character
-- elsewhere, and is normalized. Its bytes are limited because it is the name of an exported folder.
alter table project
  drop constraint project_slug_check,
  add constraint project_slug_check check (
    slug ~ '^[^-]+(-[^-]+)*$'
      and slug !~ '[\u0001-\u002c\u002e\u002f\u003a-\u0060\u007b-\u00a9\u2000-\u206f\u3000\ufeff]'
      and slug is nfc normalized
      and char_length(slug) <= 80 and octet_length(slug) <= 180);

-- Undo put slugs of drafts into this list. What no version shows as published stays out.
update project set old_slugs = array(
  select old.slug from unnest(old_slugs) with ordinality as old (slug, place)
  where not exists (
      select from revision where noun = 'project' and item_id = project.id and old.slug in (
        case when before ->> 'state' = 'draft' then before ->> 'slug' end,
        case when after ->> 'state' = 'draft' then after ->> 'slug' end))
    or exists (
      select from revision where noun = 'project' and item_id = project.id and old.slug in (
        case when before ->> 'state' = 'published' then before ->> 'slug' end,
        case when after ->> 'state' = 'published' then after ->> 'slug' end))
  order by old.place)
where old_slugs <> '{}';

-- Stylesheets are built from the settings, so the checked CSS is no longer stored.
alter table site drop column css;
