export const bitball = {};
