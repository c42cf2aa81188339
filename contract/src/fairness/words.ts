// What the fairness board names; without schemas, because the browser has them too.

export const PART_STATES = ['GOOD', 'LIMITED', 'DOWN'] as const;
export type PartState = (typeof PART_STATES)[number];

/** Orders, prices, the tables that lists are read from, and withdrawals. */
export const BOARD_PARTS = ['DESK', 'PRICES', 'TABLES', 'PAYOUTS'] as const;
export type BoardPart = (typeof BOARD_PARTS)[number];

/** The market of an instrument is closed; or its newest price may be used, is too old, or there is none. */
export const FEED_STATES = ['CLOSED', 'GOOD', 'LIMITED', 'DOWN'] as const;
export type FeedState = (typeof FEED_STATES)[number];

export const INCIDENT_KINDS = ['UNREACHABLE', 'SLOW', 'PRICES', 'PAYMENTS', 'OTHER'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** A figure of fewer accounts says nothing, or something about one of them. */
export const LEAST_ACCOUNTS = 10;
/** Days over which winning accounts and voided rounds are counted. */
export const BOARD_DAYS = 90;
/** Days over which refusals, times and withdrawals are counted. */
export const RECENT_DAYS = 30;
export const UP_DAYS = 60;
