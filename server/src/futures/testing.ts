// A site and instruments for the tests of what coin futures are traded with.
import { price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { SiteId } from '@maru/engine/purse';
import { SITE } from '../http/testing.ts';
import { bitcoin } from '../market/testing.ts';
import type { FuturesSite } from './terms.ts';

export const testSite: FuturesSite = {
  id: SITE,
  features: { futures: true },
  wallets: [
    { type: 'FUTURES', currency: 'USDT', places: 8 },
    { type: 'BTC', currency: 'BTC', places: 8 },
  ],
};

export const sitesWith = (site: FuturesSite) => ({
  byId: (id: SiteId) => (id === SITE ? site : undefined),
});

export const ether: Instrument = {
  ...bitcoin,
  id: 2,
  code: 'ETHUSDT',
  koName: '이더리움',
  enName: 'Ethereum',
  precision: 2,
  tickSize: price('0.01'),
};

export const coinMargined: Instrument = {
  ...bitcoin,
  id: 51,
  code: 'BTCUSD',
  koName: '비트코인 (코인 마진)',
  enName: 'Bitcoin (coin-margined)',
  currency: 'USD',
};
