-- API keys of members who program: at most five each, so the table grows with the members alone. The secret is needed to
-- check signatures, so it is not hashed but sealed with a key of the installation that is not in the database.
create table api_key (
  id text primary key,
  site_id bigint not null,
  player_id bigint not null,
  -- A key ends with the sign-ins of its member: it counts only while this is the version of the account's sessions.
  session_version bigint not null,
  name text not null,
  scopes text not null,
  -- A comma list; empty for every address.
  addresses text not null,
  sealed_secret text not null,
  created_ms bigint not null,
  expires_ms bigint not null,
  used_ms bigint,
  used_from text,
  constraint a_key_belongs_to_a_member_of_the_site foreign key (site_id, player_id) references player (site_id, id),
  constraint a_key_expires check (expires_ms > created_ms),
  constraint a_key_may_do_something check (scopes in ('READ', 'TRADE', 'READ,TRADE')),
  constraint a_key_that_trades_names_its_addresses check (scopes = 'READ' or addresses <> '')
);

create index api_key_of_player on api_key (player_id);
