-- Messages of P2P requests stay for a year, and so do the pictures that are attached to them (`file.attached_to`).
create index p2p_message_by_age on p2p_message (at_ms);
