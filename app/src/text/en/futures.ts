import type { futures as ko } from '../ko/futures.ts';
import type { Same } from '../same.ts';

export const futures: Same<typeof ko> = {
  coinFutures: 'Coin futures',
};
