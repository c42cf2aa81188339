import type { futuresLeverage as ko } from '../ko/futures-leverage.ts';
import type { Same } from '../same.ts';

export const futuresLeverage: Same<typeof ko> = {
  title: 'Leverage',
  close: 'Close',
  marginType: 'Margin type',
  types: { CROSS: 'Cross', ISOLATED: 'Isolated' },
  typeLead: {
    CROSS: 'Cross: the whole futures wallet is margin.',
    ISOLATED: 'Isolated: no more than the margin of the position can be lost.',
  },
  leverage: 'Leverage',
  less: 'Lower the leverage',
  more: 'Raise the leverage',
  times: (leverage) => `${leverage}x`,
  most: 'Largest position',
  onePercent: 'A move of 1%',
  ofMargin: (percent) => `${percent}% of the margin`,
  liquidation: 'Expected liquidation',
  liquidationAtMost: 'Liquidation of the largest long',
  never: '--',
  below: (leverage) => `With an open position it cannot be below ${leverage}x.`,
  change: (setting) => `Change to ${setting}`,
  unchanged: (setting) => `Now ${setting}`,
};
