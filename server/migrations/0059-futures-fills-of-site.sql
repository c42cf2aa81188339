-- The newest fills of one site, whatever the other sites trade.
create index futures_fill_of_site on futures_fill (site_id, at_ms);
