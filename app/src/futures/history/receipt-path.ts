/** The receipt of a fill; of a liquidation the page is its report. */
export const receiptPath = (fillId: number): string => `/wallet/history/futures/${fillId}`;
