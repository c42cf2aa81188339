// The site that a first start creates.
import type { Database } from '../db/database.ts';
import { insertSite, type MoneyMode, type NewSite } from './store.ts';

const COINS = ['USDT', 'BTC', 'ETH', 'XRP', 'DOGE', 'EOS'];

export const maru: NewSite = {
  code: 'maru',
  name: '마루',
  hosts: '',
  stockPrefix: '',
  overseaPrefix: '',
  coinSettings: Object.fromEntries(COINS.map((coin) => [coin, { places: 8 }])),
  usedCoins: ['BINARY', 'FUTURES', ...COINS].join(','),
  depositCoins: ['BINARY', ...COINS].join(','),
  buyCoins: COINS.join(','),
  binaryCurrency: 'KRW',
  // Every feature is on; the second digit is unused (spec 4).
  type: '101111',
  moneyMode: 'PRACTICE',
  // Coin-margined futures are paid for in coins.
  practiceCredit: { BINARY: '10000000', FUTURES: '10000', USDT: '1000', BTC: '0.1' },
  refillMost: {
    KRW: '100000000',
    USDT: '100000',
    BTC: '10',
    ETH: '100',
    XRP: '100000',
    DOGE: '1000000',
    EOS: '100000',
  },
  moneySettings: {},
  language: 'ko',
  theme: {},
  banks: null,
};

/** Returns whether the site was created now; a second start changes nothing. */
export const seedSite = (database: Database, moneyMode: MoneyMode = 'PRACTICE'): Promise<boolean> =>
  database.transaction((tx) =>
    // With practice money every feature is on; with real money an operator allows transfers between members.
    insertSite(tx, { ...maru, moneyMode, moneySettings: { toMembers: moneyMode === 'PRACTICE' } }),
  );
