/** Hours for which withdrawals wait after a change of what protects them. Free of zod, for the browser. */
export const PROTECTION_HOURS = [12, 24, 48, 72] as const;
