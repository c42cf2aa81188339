// Whoever has the report of a liquidation can compute it again, with nothing but the formulas of docs/rules.md 3.3.
import { describe, expect, test } from 'vitest';
import { type Amount, divide, ONE } from '../amount.ts';
import { playerId } from '../purse.ts';
import type { LiquidationReport } from './events.ts';
import { liquidateFutures } from './liquidate.ts';
import type { Priced } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  pricedAt,
  SITE,
  setFree,
} from './testing.ts';

/** The reader's own arithmetic: far more places than money has, and rounded once. */
const FINE = 10n ** 40n;
const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n);

function recomputed({ cash, judged, marks }: LiquidationReport) {
  const each = judged.map(({ instrument, contract, side, qty, entry, maintenanceRate, deduction }) => {
    const { mark } = marks.find((one) => one.instrument === instrument)!.quote;
    const sign = side === 'LONG' ? 1n : -1n;
    // In money units times FINE.
    const [value, gained] =
      contract === 'INVERSE'
        ? [
            (qty * ONE * FINE) / mark,
            sign * ((qty * entry.over * ONE * FINE) / entry.sum - (qty * ONE * FINE) / mark),
          ]
        : [
            (qty * mark * FINE) / ONE,
            (sign * qty * (mark * entry.over - entry.sum) * FINE) / (entry.over * ONE),
          ];
    const kept = (value * maintenanceRate) / ONE - deduction * FINE;
    return { gained, kept: kept > 0n ? kept : 0n };
  });
  const pnl = divide(sum(each.map(({ gained }) => gained)), FINE, 'down') as Amount;
  const funding = sum(judged.map((position) => position.funding)) as Amount;
  const maintenance = divide(sum(each.map(({ kept }) => kept)), FINE, 'up') as Amount;
  return { cash, pnl, funding, balance: (cash + pnl + funding) as Amount, maintenance };
}

describe('the report of a liquidation', () => {
  const reportOf = (
    book: ReturnType<typeof bookWith>,
    priced: readonly Priced[],
    wallet: string,
    position?: number,
  ) => {
    const command = { kind: 'LIQUIDATE_FUTURES', site: SITE, player: playerId(1), wallet, priced } as const;
    const asked = { ...command, ...(position === undefined ? {} : { position }), isAfterGap: false };
    const { liquidation } = eventFrom(execute(book, liquidateFutures, asked), 'FUTURES_FILLED');
    return liquidation!;
  };

  test('of an isolated position is computed from its entry, its margin and its mark', () => {
    const book = bookWith();
    const position = hold(book, { marginType: 'ISOLATED', funding: '-3.025' });
    const report = reportOf(book, [pricedAt(BTC, '57000.3')], 'FUTURES', position.id);
    expect(report).toMatchObject(recomputed(report));
    expect(report.judged).toMatchObject([{ id: position.id, maintenanceRate: 400_000n, deduction: 0n }]);
  });

  test('of a cross account has every position of its wallet, also those that stay open', () => {
    const book = bookWith();
    hold(book, { qty: '4.2', funding: '-10.5' });
    const stays = hold(book, { terms: ETH, side: 'SHORT', entry: '3136.2', qty: '2.5' });
    hold(book, { terms: BTC_COIN, side: 'LONG', qty: '1000' });
    setFree(book, '7000');
    const report = reportOf(book, [pricedAt(BTC, '58500.1'), pricedAt(ETH, '3140.55')], 'FUTURES');
    expect(report).toMatchObject(recomputed(report));
    expect(report.judged.map(({ id, maintenanceRate }) => [id, maintenanceRate])).toEqual([
      [expect.any(Number), 500_000n],
      [stays.id, 400_000n],
    ]);
  });

  test('of a wallet of coins is computed in coins', () => {
    const book = bookWith();
    hold(book, { terms: BTC_COIN, side: 'SHORT', qty: '300000' });
    setFree(book, '0.3', { wallet: 'BTC' });
    const report = reportOf(book, [pricedAt(BTC_COIN, '64000.7')], 'BTC');
    expect(report).toMatchObject(recomputed(report));
  });
});
