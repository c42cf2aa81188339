// Which scenes stand in the README, and under which name: `npm run pictures` makes them from the journeys of the
// screens, so they show the app as it is.

/** By the name of the scene, in the order of the README. */
export const README_PICTURES = {
  '01b-guest-first': 'guest-first.jpg',
  '03-quick-order': 'quick-order.jpg',
  '04d-binary-running': 'binary-running.jpg',
  '32-price-ladder': 'price-ladder.jpg',
  '06-coin-futures': 'coin-futures.jpg',
  '12-copy-list': 'copy-list.jpg',
  '38-copy-mine': 'copy-mine.jpg',
  '31-trade-detail': 'receipt.jpg',
  '31d-verify': 'verify.jpg',
  '34-p2p': 'p2p.jpg',
  '37-limits': 'limits.jpg',
};
