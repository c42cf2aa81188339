// The net profit that the app shows of a position is what closing it pays: its functions compared with the engine's
// decision.
import { type Price, toDecimal } from '@maru/engine/amount';
import { bookWith, eventFrom, NQ, order, positionOf, quoteAt, ticksFrom } from '@maru/engine/oversea/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillOf, tradedNasdaq, positionOf as wirePositionOf } from '../../oversea-double.ts';
import { moneyTextOf } from '../../shell/money-text.ts';
import { moneyWords } from '../../text/money.ts';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { presentNotice } from '../notices/notice-toasts.ts';
import { netNow } from './contract-money.ts';
import { termsOf } from './engine-view.ts';

const { unit: _, ...wireTerms } = termsOf(tradedNasdaq)!;
const terms = { ...wireTerms, session: NQ.session };

const moneyIn = (currency: string) => moneyTextOf(currency, moneyWords.ko);

const adds = fc.array(
  fc.record({ qty: fc.integer({ min: 1, max: 5 }), ticks: fc.integer({ min: -40, max: 40 }) }),
  { minLength: 1, maxLength: 4 },
);

test('the toast of a close shows the profit that its position showed just before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('LONG' as const, 'SHORT' as const),
      adds,
      fc.integer({ min: -40, max: 40 }),
      (side, opened, moved) => {
        const book = bookWith();
        const at = (ticks: number): Price => ticksFrom(quoteAt('18250').last, ticks);
        const quoteOf = (ticks: number) =>
          quoteAt(toDecimal(at(ticks)), { bid: toDecimal(at(ticks - 1)), ask: toDecimal(at(ticks + 1)) });
        for (const { qty, ticks } of opened)
          eventFrom(order(book, { side, qty, terms, quote: quoteOf(ticks) }), 'OVERSEA_FILLED');
        const held = positionOf(book, terms.instrument)!;
        const tick = { bid: toDecimal(at(moved - 1)), ask: toDecimal(at(moved + 1)) };
        const wired = wirePositionOf({
          tradeType: side,
          qty: held.qty,
          entrySum: String(held.entry.sum),
          entryOver: String(held.entry.over),
          entryCommission: toDecimal(held.entryCommission ?? 0n),
        });
        const shown = netNow(tradedNasdaq, wired, tick);
        const closing = { side: side === 'LONG' ? ('SHORT' as const) : ('LONG' as const), qty: held.qty };
        const event = eventFrom(order(book, { ...closing, terms, quote: quoteOf(moved) }), 'OVERSEA_FILLED');
        const made = event.fills[0]!;
        const fill = fillOf({
          qty: made.qty,
          closedQty: made.closedQty,
          pnl: toDecimal(made.pnl),
          commission: toDecimal(made.commission),
          entryCommission: toDecimal(made.entryCommission ?? 0n),
          exitCommission: toDecimal(made.exitCommission ?? 0n),
        });
        expect(fill.net).toBe(shown?.net);
        const words = overseaAccountWords.ko;
        const { toast } = presentNotice(
          { kind: 'filled', fill },
          { words, describe: () => '', nameOf: () => '', moneyIn },
        );
        const figure = String('figure' in toast ? toast.figure : '');
        expect(figure.replace(/[,+원]/g, '').replace('−', '-')).toBe(fill.net);
      },
    ),
  );
});
