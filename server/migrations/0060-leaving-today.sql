-- What a member may withdraw in a day is less by what was asked for since midnight.
create index cashier_row_that_leaves on cashier_row (player_id, created_ms) where type in ('W', 'WS');
