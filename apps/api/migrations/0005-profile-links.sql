-- Links in the order of the owner, as [{"url": "https://…", "label": "…"}].
create function is_link_list(list jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(list) <> 'array' then false else not exists (
    select from jsonb_array_elements(list) as link
    where coalesce(
      jsonb_typeof(link) <> 'object'
      or jsonb_typeof(link -> 'url') <> 'string' or jsonb_typeof(link -> 'label') <> 'string'
      or link - array['url', 'label'] <> '{}'
      or char_length(link ->> 'url') > 2048
      or link ->> 'url' !~* '^(https?://|(mailto|tel|sms|sip|xmpp|matrix):)[^[:space:][:cntrl:]]+$'
      or char_length(link ->> 'label') not between 1 and 60, true)) end
$$;

create domain link_list as jsonb check (is_link_list(value));

alter table owner add links link_list not null default '[]' check (jsonb_array_length(links) <= 30);
