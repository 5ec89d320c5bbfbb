-- Only the title of a project is required, also when it is published.
alter table project drop constraint project_complete;

-- The stack can be a text of the owner's, like Essay. Null if there is none.
alter table project
  alter column stack type text,
  add check (char_length(stack) between 1 and 60);
drop type project_stack;
