// The names of what is limited.

/** What fires an alert when it comes near its limit. */
export const RISK_RULES = [
  /** Won, of all instruments together and of one. */
  'netTotal',
  'netInstrument',
  /** Won, of the longs or of the shorts of one instrument. */
  'sideInstrument',
  /** Percent of the stakes of a round that lie on one side. */
  'roundSkew',
  /** Accounts with less than a tenth of room. */
  'nearAccounts',
  /** Seconds since the last price of an instrument whose market is open. */
  'feedSilent',
  /** Percent by which the price of an instrument differs from a second source. */
  'feedDeviation',
  /** Percent of all that is open that lies on one instrument. */
  'shareInstrument',
  'withdrawalsWaiting',
  /** Won that the house has lost within the last hour. */
  'houseLoss',
] as const;
export type RiskRule = (typeof RISK_RULES)[number];

export const RISK_LIMITS = [
  ...RISK_RULES,
  /** Rounds with smaller stakes in won are not judged by their skew. */
  'roundSkewFrom',
  /** Exposures below this many won are not judged by the share of one instrument. */
  'shareFrom',
  /** Won that the house would have to pay in a stress test. */
  'payoutMost',
] as const;
export type RiskLimit = (typeof RISK_LIMITS)[number];
