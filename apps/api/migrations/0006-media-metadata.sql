-- The parameters of a hash decide what a login costs. A restored one must not take gigabytes.
alter table owner
  drop constraint owner_password_hash_check,
  add constraint owner_password_hash_check check (coalesce(
    substring(password_hash from
      '^\$argon2id\$v=19\$m=(\d{4,5}),t=[1-9],p=[1-4]\$[A-Za-z0-9+/]{22,64}\$[A-Za-z0-9+/]{43}$'
    )::integer between 7168 and 65536, false));

-- What is known of a picture: its size, its narrower copies and a few of its pixels. It holds names
-- and no URLs: those are built when answering, so that none from a backup can reach a visitor.
create function is_image_metadata(image jsonb) returns boolean language sql immutable as $$
  select coalesce(
    image - array['width', 'height', 'variants', 'placeholder'] = '{}'
      and jsonb_typeof(image -> 'width') = 'number' and image ->> 'width' ~ '^[1-9]\d{0,5}$'
      and jsonb_typeof(image -> 'height') = 'number' and image ->> 'height' ~ '^[1-9]\d{0,5}$'
      and jsonb_typeof(image -> 'variants') = 'array'
      and char_length(image ->> 'placeholder') <= 4000
      and image ->> 'placeholder' ~ '^[A-Za-z0-9+/]*={0,2}$', false)
    and not exists (
      select from jsonb_array_elements(image -> 'variants') as copies (copy)
      where not coalesce(
        copy - array['name', 'width', 'height'] = '{}'
          and copy ->> 'name' ~ '^[0-9a-f]{64}\.webp$'
          and jsonb_typeof(copy -> 'width') = 'number' and copy ->> 'width' ~ '^[1-9]\d{0,5}$'
          and jsonb_typeof(copy -> 'height') = 'number' and copy ->> 'height' ~ '^[1-9]\d{0,5}$',
        false))
$$;

alter table media rename column shown to metadata;
alter table media drop constraint media_check;

update media set metadata = (regexp_replace(regexp_replace(metadata::text,
    '"url": "[^"]*/media/([0-9a-f]{64}\.[a-z]{3,4})"', '"name": "\1"', 'g'),
    '"data:image/webp;base64,([A-Za-z0-9+/=]*)"', '"\1"', 'g')::jsonb
  - array['name', 'type']) #- '{preview,type}';

alter table media
  add constraint media_metadata_check check (case
    when metadata ? 'preview' then coalesce(
      metadata - 'preview' = '{}'
        and metadata #>> '{preview,name}' ~ '^[0-9a-f]{64}\.png$'
        and is_image_metadata((metadata -> 'preview') - 'name'), false)
    else is_image_metadata(metadata) end),
  add constraint media_files_check check (
    array_position(files, null) is null
      and array_to_string(files, ' ') ~ '^[0-9a-f]{64}\.[a-z]{3,4}( [0-9a-f]{64}\.[a-z]{3,4})*$');
