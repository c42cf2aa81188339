-- Why the second person approved a request, or somebody withdrew it.
alter table staff_request add column decision_reason text not null default '';
