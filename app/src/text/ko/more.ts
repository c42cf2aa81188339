export const more = {};
