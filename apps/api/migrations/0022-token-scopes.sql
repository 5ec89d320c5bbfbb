-- A token has several scopes, and reading messages is one of its own. Existing tokens could read them.
alter table api_token add column scopes text[];
update api_token set scopes = array[scope, 'read-messages'];
alter table api_token
  alter column scopes set not null,
  add check (
    cardinality(scopes) > 0
      and scopes <@ array['read', 'write-drafts', 'write', 'read-messages']),
  drop column scope;
