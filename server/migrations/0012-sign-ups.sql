-- Nobody learns at sign-up whose phone number is known here: a number that nobody has confirmed belongs to nobody.
alter table player drop constraint a_phone_is_taken_once_per_site;
create index player_of_phone on player (site_id, phone);

-- How many accounts were made from an address in the hour that began with the first of them.
create table sign_up_address (
  address text primary key,
  window_started_at timestamptz not null,
  made int not null
);

create index sign_up_address_by_age on sign_up_address (window_started_at);
