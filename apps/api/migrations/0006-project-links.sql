-- Besides the link of the project and that of its repository.
alter table project add links link_list not null default '[]' check (jsonb_array_length(links) <= 30);
