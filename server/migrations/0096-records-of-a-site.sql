-- The newest copies of a site: without it a quiet site looks through those of all others.
create index copy_record_of_site on copy_record (site_id, id);

-- What a partner has earned and was not paid: rows that nobody has settled or voided, and settlements with their shares.
create index partner_profit_that_is_open on partner_profit (partner_id)
where settlement_id is null and void_reason is null;
create index partner_settlement_of_partner on partner_settlement (partner_id, id);
