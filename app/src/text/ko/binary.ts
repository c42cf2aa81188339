export const binary = {};
