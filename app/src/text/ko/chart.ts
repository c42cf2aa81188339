export const chart = {};
