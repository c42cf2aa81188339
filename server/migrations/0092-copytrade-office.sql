-- Follows of a site as staff list and count them.
create index copy_follow_of_site on copy_follow (site_id, id);
create index copy_follow_that_runs_on_site on copy_follow (site_id, state) where ended_ms is null;
