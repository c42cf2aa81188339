// The tables of tiers, by name (docs/rules.md 3.9). Staff choose one of them: a table that somebody typed could liquidate
// everybody, and one that changed under its name could not be recomputed. A new table gets a new name.
import { amount, rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { type Tier, tiersOf } from '@maru/engine/futures/tiers';

export interface TierTable {
  /** Of the caps: a table fits only wallets of this currency. */
  readonly currency: string;
  readonly tiers: readonly Tier[];
}

/** Cap, most leverage, maintenance rate. The rate is always below the margin that the leverage takes. */
type Row = readonly [cap: string, leverageMost: number, maintenance: string];

const table = (currency: string, rows: readonly Row[]): TierTable => ({
  currency,
  tiers: tiersOf(
    rows.map(([cap, leverageMost, maintenance]) => ({
      cap: amount(cap),
      leverageMost,
      maintenance: rate(maintenance),
    })),
  ),
});

export const tierTables = new Map<string, TierTable>([
  [
    'btc',
    table('USDT', [
      ['50000', 125, '0.004'],
      ['250000', 100, '0.005'],
      ['1000000', 50, '0.01'],
      ['10000000', 20, '0.025'],
      ['20000000', 10, '0.05'],
      ['50000000', 5, '0.1'],
    ]),
  ],
  [
    'eth',
    table('USDT', [
      ['50000', 100, '0.005'],
      ['250000', 75, '0.0065'],
      ['1000000', 50, '0.01'],
      ['5000000', 20, '0.025'],
      ['10000000', 10, '0.05'],
      ['20000000', 5, '0.1'],
    ]),
  ],
  // Coins that are traded much.
  [
    'large',
    table('USDT', [
      ['10000', 50, '0.01'],
      ['50000', 25, '0.02'],
      ['250000', 20, '0.025'],
      ['1000000', 10, '0.05'],
      ['2000000', 5, '0.1'],
      ['5000000', 2, '0.25'],
    ]),
  ],
  [
    'small',
    table('USDT', [
      ['5000', 50, '0.01'],
      ['25000', 25, '0.02'],
      ['100000', 10, '0.05'],
      ['500000', 5, '0.1'],
      ['1000000', 2, '0.25'],
    ]),
  ],
  [
    'btc-coin',
    table('BTC', [
      ['5', 125, '0.004'],
      ['10', 100, '0.005'],
      ['20', 50, '0.01'],
      ['50', 20, '0.025'],
      ['100', 10, '0.05'],
      ['200', 5, '0.1'],
      ['400', 4, '0.125'],
    ]),
  ],
]);

export function tiersOfTable(name: string): readonly Tier[] {
  const named = tierTables.get(name);
  assert(named !== undefined, 'only tables that exist are named');
  return named.tiers;
}
