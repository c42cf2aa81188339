-- The proof of balances (rules.md 6.12). One root for each site and day, for good: a kilobyte. A root that is public is
-- never replaced.
create table solvency_root (
  site_id bigint not null,
  day int not null,
  root text not null,
  accounts int not null,
  batch bigint not null,
  journal_hash text not null,
  made_ms bigint not null,
  -- What players are owed and owe, and what the house's purses hold, by currency.
  sums jsonb not null,
  house jsonb not null,
  -- The nonces of the day's accounts follow from it. Removed together with the groups.
  leaf_key bytea,
  primary key (site_id, day)
);

-- The tree of a day in groups of 256 neighbours: those of tier 0 have the accounts, those above the tops of the groups
-- below. Kept for as long as proofs are served.
create table solvency_group (
  day int not null,
  site_id bigint not null,
  tier int not null,
  place int not null,
  -- Of tier 0: the nonce of its first account. Accounts are ordered by nonce.
  first_nonce bytea,
  -- JSON, packed by deflate.
  body bytea not null,
  primary key (day, site_id, tier, place)
);

create index solvency_group_by_nonce on solvency_group (day, site_id, first_nonce) where tier = 0;
