// Rows of the cashier's history have numbers of their own: an event may make two of them (a conversion, a transfer).
const ROWS_PER_EVENT = 2;

export const rowNumber = (event: number, place: 0 | 1 = 0): number => event * ROWS_PER_EVENT + place;

/** The request whose row has this number; undefined where no request can have it. */
export const requestOfRow = (row: number): number | undefined =>
  Number.isSafeInteger(row) && row > 0 && row % ROWS_PER_EVENT === 0 ? row / ROWS_PER_EVENT : undefined;
