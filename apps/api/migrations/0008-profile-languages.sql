-- Languages in the order of the owner, as [{"name": "French", "level": "C1"}].
create function is_language_list(list jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(list) <> 'array' then false else not exists (
    select from jsonb_array_elements(list) as language
    where coalesce(
      jsonb_typeof(language) <> 'object'
      or jsonb_typeof(language -> 'name') <> 'string'
      or language - array['name', 'level'] <> '{}'
      or char_length(language ->> 'name') not between 1 and 60
      or language ->> 'level' not in ('native', 'C2', 'C1', 'B2', 'B1', 'A2', 'A1'), true)) end
$$;

alter table owner add languages jsonb not null default '[]'
  check (is_language_list(languages) and jsonb_array_length(languages) <= 20);
