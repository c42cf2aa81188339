-- Requests that have ended, as staff list them: other rows of the history are many more.
create index cashier_row_ended on cashier_row (site_id, id)
  where status in (1, 2, 3) and type in ('D', 'W', 'WB', 'WS', 'PB', 'PM');

-- Sentences that staff often refuse a request with. At most thirty for each site.
create table refusal_text (
  id bigint generated always as identity primary key,
  site_id bigint not null references site (id),
  body text not null,
  staff_id bigint not null,
  saved_ms bigint not null,
  constraint a_refusal_text_is_there_once unique (site_id, body)
);

-- What lists of members say about withdrawals.
create view withdrawal as
select player_id, type, status from cashier_row where type in ('W', 'WS');
