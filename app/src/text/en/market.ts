import type { market as ko } from '../ko/market.ts';
import type { Same } from '../same.ts';

export const market: Same<typeof ko> = {
  market: 'Markets',
  FUTURES: 'Overseas futures',
  CRYPTO: 'Coins',
  FOREX: 'Currencies',
  STOCK: 'Stocks',
  resting: 'Closed',
  opensAt: ({ weekday, time }) =>
    `Opens ${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday]} ${time} KST`,
  marketEmpty: 'No instrument is open yet',
  marketEmptyLead: 'Instruments appear here when they open.',
  marketFailed: 'Could not load prices',
};
