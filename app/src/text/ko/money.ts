export const money = {
  /** Directly behind a figure. */
  won: '원',
};
