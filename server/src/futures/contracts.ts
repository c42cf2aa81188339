// What does not change about a coin-futures contract: its coin, the wallet that pays, and the grid of its quantities.
// The order of the rows is that of the lists.
import { type Qty, qty } from '@maru/engine/amount';
import type { Contract } from '@maru/engine/futures/terms';

export interface FuturesContract {
  readonly stock: string;
  /** The coin, as labels show it. */
  readonly base: string;
  readonly wallet: string;
  /** Before staff change it: HYBRID and LINEAR are the same contract, INVERSE is another one. */
  readonly contractType: Contract;
  /** In coins; of INVERSE in dollars. */
  readonly qtyStep: Qty;
  readonly leverageMost: number;
  readonly tierTable: string;
}

/** What USDT futures are paid from (docs/rules.md 0.2). */
export const FUTURES_WALLET = 'FUTURES';

/** Every other wallet of coin futures is that of its coin. */
export const currencyOfWallet = (wallet: string): string => (wallet === FUTURES_WALLET ? 'USDT' : wallet);

const hybrid = (
  base: string,
  qtyStep: string,
  { leverageMost = 50, tierTable = 'large' }: { leverageMost?: number; tierTable?: string } = {},
): FuturesContract => ({
  stock: `${base}USDT`,
  base,
  wallet: FUTURES_WALLET,
  contractType: 'HYBRID',
  qtyStep: qty(qtyStep),
  leverageMost,
  tierTable,
});

export const futuresContracts: readonly FuturesContract[] = [
  hybrid('BTC', '0.001', { leverageMost: 125, tierTable: 'btc' }),
  hybrid('ETH', '0.001', { leverageMost: 100, tierTable: 'eth' }),
  hybrid('XRP', '0.1'),
  hybrid('SOL', '0.01'),
  hybrid('DOGE', '1'),
  hybrid('ADA', '1'),
  hybrid('LINK', '0.01'),
  hybrid('DOT', '0.1', { tierTable: 'small' }),
  hybrid('LTC', '0.001'),
  hybrid('AVAX', '0.01', { tierTable: 'small' }),
  hybrid('TRX', '1', { tierTable: 'small' }),
  hybrid('ATOM', '0.01', { tierTable: 'small' }),
  {
    stock: 'BTCUSD',
    base: 'BTC',
    wallet: 'BTC',
    contractType: 'INVERSE',
    qtyStep: qty('1'),
    leverageMost: 125,
    tierTable: 'btc-coin',
  },
];
