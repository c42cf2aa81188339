-- Lists go on from a row of theirs, and look at a bounded number of rows from there.
create index oversea_fill_of_player_on_option on oversea_fill (player_id, option_id, at_ms, id);
create index void_request_by_time on void_request (site_id, id);
