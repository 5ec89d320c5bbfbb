-- A project is a draft until it is published. The draft of a published project is in the column `draft`,
-- which no public query reads.
create type project_state as enum ('draft', 'published');

alter table project
  add column state project_state not null default 'published',
  add column slug text check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  -- Links to these addresses redirect to the current one.
  add column old_slugs text[] not null default '{}',
  add column body text not null default '' check (char_length(body) <= 50000),
  add column gallery jsonb not null default '[]' check (
    jsonb_typeof(gallery) = 'array' and jsonb_array_length(gallery) <= 20
    -- The valid images are all there are.
    and gallery = jsonb_path_query_array(gallery, 'strict $[*] ? (
      @.image.type() == "string" && @.alt.type() == "string" && @.caption.type() == "string"
      && @.decorative.type() == "boolean"
      && @.focalX >= 0 && @.focalX <= 100 && @.focalX == @.focalX.floor()
      && @.focalY >= 0 && @.focalY <= 100 && @.focalY == @.focalY.floor())')),
  add column banner_decorative boolean not null default false,
  -- The content columns that change with the next publication, and their values.
  add column draft jsonb check (jsonb_typeof(draft) = 'object'),
  add column publish_at timestamptz,
  drop constraint project_description_check,
  drop constraint project_technologies_check,
  alter column stack drop not null,
  alter column deployed drop not null,
  alter column banner drop not null,
  add check (char_length(description) <= 5000),
  add check (char_length(technologies) <= 500),
  -- Only a draft can be incomplete.
  add constraint project_complete check (
    state = 'draft'
      or (description <> '' and technologies <> '' and stack is not null and deployed is not null
        and banner is not null)),
  add check (state = 'published' or draft is null);

-- Addresses for the projects that exist, from their titles.
do $$
declare
  item record;
  wanted text;
  number integer;
begin
  for item in select id, title from project order by seq loop
    wanted := trim(both '-' from left(
      trim(both '-' from regexp_replace(lower(item.title), '[^a-z0-9]+', '-', 'g')), 70));
    if wanted = '' then wanted := 'project'; end if;
    number := 1;
    while exists (
      select from project
      where slug = wanted || case when number = 1 then '' else '-' || number end
    ) loop
      number := number + 1;
    end loop;
    update project set slug = wanted || case when number = 1 then '' else '-' || number end
      where id = item.id;
  end loop;
end
$$;

alter table project
  alter column slug set not null,
  add constraint project_slug unique (slug);

create index project_publish_at on project (publish_at) where publish_at is not null;

-- The names of all files that a text mentions. Their length is limited, since an index holds them.
create function media_names(content text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct name[1]), '{}')
  from regexp_matches(content, '([0-9a-f]{64}\.[a-z]{3,4})', 'g') as found (name)
$$;

-- The files of a project: its banner, its gallery, the pictures of its case study, and those of its draft.
alter table project add column media text[] not null generated always as (
  media_names(coalesce(banner, '') || ' ' || gallery::text || ' ' || body || ' ' || coalesce(draft::text, ''))
) stored;
create index project_media on project using gin (media);

-- The case studies as HTML. A cache: a row whose key does not match is rendered again.
create table project_html (
  project_id uuid primary key references project on delete cascade,
  key text not null,
  html text not null
);

-- The icon that was chosen by name, as in logos:react. Empty for an uploaded file.
alter table skill
  add column icon text not null default '' check (icon ~ '^([a-z0-9-]+:[a-z0-9-]+)?$' and char_length(icon) <= 120);
alter table software_application
  add column icon text not null default '' check (icon ~ '^([a-z0-9-]+:[a-z0-9-]+)?$' and char_length(icon) <= 120);
