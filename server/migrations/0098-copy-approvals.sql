-- An application is approved by whoever writes this first: nobody else decides it, and its member cannot take it back,
-- until it is known what the desk said. A process that is killed in between leaves it to the next one.
alter table copy_application
  -- Who approves, when, why and with which terms, as JSON.
  add column approval text,
  add constraint an_application_waits_while_it_is_approved check (approval is null or status = 'WAITING');

create index copy_application_that_is_approved on copy_application (id) where approval is not null;
