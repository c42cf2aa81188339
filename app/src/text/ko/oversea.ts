export const oversea = {};
