/** Does outside the app, with code of its own, what the pages of receipts do here. */
export const OUTSIDE_PROGRAM = 'futures-verify.mjs';
