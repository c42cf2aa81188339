/** The receipt of a fill; of a liquidation the page is its report. */
export const receiptPath = (fillId: number): string => `/wallet/history/futures/${fillId}`;

/** The receipt of a funding payment: of a position, by the time at which it was due. */
export const fundingPath = (positionId: number, dueAt: number): string =>
  `/wallet/history/futures/funding/${positionId}/${dueAt}`;
