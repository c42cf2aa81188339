/** The few words that lists over all products need; the screen has its own. */
export const futures = {
  coinFutures: '코인선물',
};
