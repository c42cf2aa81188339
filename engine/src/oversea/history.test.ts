// What holds after any history of orders, fills, exits, cuts and ends of sessions, in whatever order they are
// requested.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, type Price } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { digestText, weighBook } from '../book-digest.ts';
import { decide } from '../decide.ts';
import { describeBook } from '../describe.ts';
import { dayAfter } from '../market/calendar-date.ts';
import type { Quote } from '../market/quote.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { assertCounted } from '../property-testing.ts';
import { isDebt, isHouse, type PlayerId, playerId, playerPurse } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { factsOf } from './place.ts';
import { previewOrder } from './preview.ts';
import { accountOf } from './settle.ts';
import type { OrderSide, OverseaTerms } from './terms.ts';
import { bookWith, CL, END, execute, NOON, NQ, SESSION, SITE, totalOf } from './testing.ts';

const PLAYERS = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How many trade dates have ended. */
const daysAt = (at: Millis): number => Math.max(0, Math.floor((at - END) / DAY_MS) + 1);

/** Sessions that follow each other, with a break in the middle and an hour between two of them. */
function termsAt(of: OverseaTerms, at: Millis): OverseaTerms {
  const days = daysAt(at);
  const endsAt = later(END, days * DAY_MS);
  const opensAt = later(endsAt, -23 * HOUR_MS);
  const isBreak = at >= later(endsAt, -8 * HOUR_MS) && at < later(endsAt, -7 * HOUR_MS);
  if (at < opensAt || isBreak) return { ...of, session: undefined };
  return {
    ...of,
    session: {
      tradeDate: dayAfter(SESSION.tradeDate, days),
      opensAt,
      closesAt: endsAt,
      endsAt,
      isLastTradingDay: days === 2,
    },
  };
}

interface World {
  readonly book: Book;
  readonly ticks: Map<number, number>;
  now: Millis;
}

/** A night costs what about half of the accounts have. */
const contracts = [NQ, CL].map((of): OverseaTerms => ({ ...of, overnightMargin: amount('800000') }));
const quoteOf = ({ ticks, now }: World, of: OverseaTerms, spread = 1): Quote => {
  const base = of.instrument === CL.instrument ? 100n : 73_000n;
  const last = ((base + BigInt(ticks.get(of.instrument) ?? 0)) * of.tickSize) as Price;
  const step = (by: number) => (last + BigInt(by) * of.tickSize) as Price;
  return { ts: now, seq: 1, last, bid: step(-spread), ask: step(spread) };
};

type Step = (world: World) => AnyCommand | undefined;
const whom = fc.integer({ min: 1, max: PLAYERS }).map(playerId);
const what = fc.constantFrom(...contracts);
const nth = fc.nat({ max: 1_000 });

const moves: fc.Arbitrary<Step> = fc
  .record({
    of: what,
    by: fc.integer({ min: -40, max: 40 }),
    waitMs: fc.constantFrom(0, 100, 1_000, 60_000, HOUR_MS, 4 * HOUR_MS),
  })
  .map(({ of, by, waitMs }) => (world: World) => {
    world.now = later(world.now, waitMs);
    world.ticks.set(of.instrument, (world.ticks.get(of.instrument) ?? 0) + by);
    return undefined;
  });

/** So long before the day that runs ends, or now if that is over. */
const endingOf = ({ now }: World, beforeMs: number): Millis => {
  const at = later(END, daysAt(now) * DAY_MS - beforeMs);
  return at > now ? at : now;
};

const leaps: fc.Arbitrary<Step> = fc
  .constantFrom(610_000, 600_000, 300_000, 60_000, 1)
  .map((beforeMs) => (world: World) => {
    world.now = endingOf(world, beforeMs);
    return undefined;
  });

const orders: fc.Arbitrary<Step> = fc
  .record({
    player: whom,
    of: what,
    side: fc.constantFrom<OrderSide>('LONG', 'SHORT'),
    type: fc.constantFrom('MARKET', 'MARKET', 'LIMIT', 'STOPMARKET'),
    qty: fc.integer({ min: 0, max: 6 }),
    away: fc.integer({ min: -8, max: 8 }),
    reduceOnly: fc.constantFrom(false, false, false, true),
    tpTick: fc.constantFrom(undefined, 0, 5),
    slTick: fc.constantFrom(undefined, 0, 5),
  })
  .map((input) => (world: World) => {
    const terms = termsAt(input.of, world.now);
    const quote = quoteOf(world, input.of);
    const { player, side, type, qty, reduceOnly, tpTick, slTick } = input;
    return {
      kind: 'PLACE_OVERSEA_ORDER',
      site: SITE,
      player,
      side,
      type: type as 'MARKET',
      qty,
      price: (quote.last + BigInt(input.away) * terms.tickSize) as Price,
      reduceOnly,
      ...(tpTick === undefined ? undefined : { tpTick }),
      ...(slTick === undefined ? undefined : { slTick }),
      terms,
      quote,
    };
  });

const priced = (world: World) =>
  contracts.map((of) => ({ terms: termsAt(of, world.now), quote: quoteOf(world, of) }));
const termsOf = (instrument: number) => contracts.find((of) => of.instrument === instrument) ?? NQ;

const platform: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom('fill', 'fill', 'exit', 'exit', 'cut', 'end', 'end', 'expire', 'staff', 'check'),
    player: whom,
    of: what,
    nth,
  })
  .map(({ kind, player, of, nth: place }) => (world: World): AnyCommand | undefined => {
    const { book, now } = world;
    const common = { site: SITE, player };
    switch (kind) {
      case 'fill': {
        const all = [...book.oversea.orders.values()];
        const one = all[place % Math.max(1, all.length)];
        if (one === undefined) return undefined;
        const terms = termsAt(termsOf(one.instrument), now);
        const quote = quoteOf(world, terms);
        return {
          kind: 'FILL_OVERSEA_ORDER',
          site: SITE,
          player: one.player,
          order: one.id,
          terms,
          quote,
          isAfterGap: false,
        };
      }
      case 'exit': {
        const all = [...book.oversea.positions.values()];
        const one = all[place % Math.max(1, all.length)];
        if (one === undefined) return undefined;
        const terms = termsAt(termsOf(one.instrument), now);
        const quote = quoteOf(world, terms);
        const leg = place % 2 === 0 ? 'TP' : 'SL';
        return {
          kind: 'EXIT_OVERSEA_POSITION',
          site: SITE,
          player: one.player,
          position: one.id,
          leg,
          terms,
          quote,
          isAfterGap: false,
        };
      }
      case 'cut':
        return { kind: 'CUT_OVERSEA_LOSSES', ...common, priced: priced(world), isAfterGap: false };
      case 'check': {
        const isEarly = place % 4 === 0;
        if (!isEarly) world.now = endingOf(world, 60_000);
        const next = dayAfter(SESSION.tradeDate, daysAt(world.now) + 1);
        const closing = contracts.map(({ instrument }) => ({ instrument, nextTradeDate: next }));
        return { kind: 'CHECK_OVERSEA_OVERNIGHT', ...common, closing, priced: priced(world) };
      }
      case 'end':
      case 'expire':
      case 'staff': {
        const reason = kind === 'staff' ? 'STAFF_CLOSE' : kind === 'expire' ? 'EXPIRY' : 'SESSION_END';
        // Staff close rarely.
        if (reason === 'STAFF_CLOSE' && place % 5 > 0) return undefined;
        const quote = quoteOf(world, of);
        return {
          kind: 'END_OVERSEA_SESSION',
          ...common,
          reason,
          terms: termsAt(of, now),
          quote,
          isAfterGap: false,
        };
      }
    }
  });

const requests: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom('cancel', 'all', 'tpsl', 'overnight', 'overnight', 'hold', 'release'),
    player: whom,
    nth,
  })
  .map(({ kind, player, nth: place }) => (world: World): AnyCommand | undefined => {
    const { book, now } = world;
    const common = { site: SITE, player };
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[place % Math.max(1, items.length)];
    const position = pick([...(book.oversea.accounts.get(player)?.positions.values() ?? [])]);
    const terms = termsAt(termsOf(position?.instrument ?? NQ.instrument), now);
    switch (kind) {
      case 'cancel':
        return { kind: 'CANCEL_OVERSEA_ORDER', ...common, order: pick([...book.oversea.orders.keys()]) ?? 1 };
      case 'all':
        return {
          kind: 'CANCEL_OVERSEA_ORDERS',
          ...common,
          ...(place % 2 === 0 ? { instrument: NQ.instrument } : undefined),
        };
      case 'tpsl':
        return {
          kind: 'SET_OVERSEA_TPSL',
          ...common,
          position: position?.id ?? 1,
          tpTick: place % 9,
          slTick: place % 7,
          terms,
          quote: quoteOf(world, terms),
        };
      case 'overnight':
        return {
          kind: 'SET_OVERSEA_OVERNIGHT',
          ...common,
          position: position?.id ?? 1,
          isActive: place % 8 > 0,
          terms,
        };
      case 'hold':
        return {
          kind: 'HOLD_FUNDS',
          ...common,
          wallet: 'BINARY',
          amount: amount(String(place * 500)),
          purpose: 'BET',
        };
      case 'release':
        return { kind: 'RELEASE_FUNDS', ...common, hold: pick([...book.account.holds.keys()]) ?? 1 };
    }
  });

const histories = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: moves },
    { weight: 2, arbitrary: leaps },
    { weight: 8, arbitrary: orders },
    { weight: 6, arbitrary: platform },
    { weight: 3, arbitrary: requests },
  ),
  { minLength: 20, maxLength: 150, size: 'max' },
);

function play(
  all: readonly Step[],
  seen: (event: AnyEvent, book: Book) => void,
): { book: Book; events: AnyEvent[] } {
  const world: World = { book: bookWith(PLAYERS, { credit: '2500000' }), ticks: new Map(), now: NOON };
  const events: AnyEvent[] = [];
  for (const step of all) {
    const command = step(world);
    if (command === undefined) continue;
    const decision = execute(world.book, command, world.now);
    if (!decision.ok) continue;
    events.push(decision.event);
    seen(decision.event, world.book);
  }
  return { book: world.book, events };
}

test('money adds up to nothing, what waits is what is locked, and who has no position owes nothing', () => {
  const kinds = new Map<string, number>();
  const note = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  assertCounted(
    fc.property(histories, (all) => {
      play(all, (event, book) => {
        note(event.kind);
        if (event.kind === 'OVERSEA_FILLED') for (const { cause } of event.fills) note(cause);
        if (event.kind === 'OVERSEA_FILLED' && event.topUp > 0n) note('topUp');
        expect(totalOf(book)).toBe(0n);
        for (const { id, owner, balance } of book.purses.values()) {
          if (balance >= 0n || isHouse(id) || isDebt(id)) continue;
          expect(id.endsWith(':free')).toBe(true);
          expect(book.oversea.accounts.get(owner as PlayerId)?.positions.size ?? 0).toBeGreaterThan(0);
          note('below zero');
        }
        for (let id = 1; id <= PLAYERS; id++) {
          const player = playerId(id);
          let locked = 0n;
          const account = accountOf(book, { id: player });
          for (const { margin } of account.orders.values()) locked += margin;
          for (const { margin, qty } of account.positions.values()) {
            locked += margin;
            expect(qty).toBeGreaterThan(0);
          }
          for (const hold of book.account.holds.values()) if (hold.player === player) locked += hold.amount;
          expect(balanceOf(book, playerPurse(player, 'BINARY', 'wait'))).toBe(locked);
        }
      });
    }),
    150,
  );
  const rare = [
    'LOSSCUT',
    'TP',
    'SL',
    'LIMIT',
    'STOPMARKET',
    'SESSION_END',
    'EXPIRY',
    'OVERSEA_CARRIED',
    'OVERNIGHT_SHORT',
    'below zero',
  ];
  for (const kind of rare) expect([kind, (kinds.get(kind) ?? 0) > 0]).toEqual([kind, true]);
});

test('the events alone make the same book again', () => {
  fc.assert(
    fc.property(histories, (all) => {
      const { book, events } = play(all, () => {});
      const replayed = bookWith(PLAYERS, { credit: '2500000' });
      for (const event of events) apply(replayed, structuredClone(event));
      expect(describeBook(replayed)).toBe(describeBook(book));
      expect(digestText(replayed)).toBe(digestText(book));
      expect(digestText(book)).toBe(weighBook(book));
    }),
    { numRuns: 60 },
  );
});

test('the preview shows what the decision does', () => {
  let [taken, refused] = [0, 0];
  assertCounted(
    fc.property(histories, (all) => {
      const world: World = { book: bookWith(PLAYERS, { credit: '2500000' }), ticks: new Map(), now: NOON };
      for (const step of all) {
        const command = step(world);
        if (command === undefined) continue;
        const { book, now } = world;
        if (command.kind === 'PLACE_OVERSEA_ORDER') {
          const player = book.players.get(command.player)!;
          const facts = factsOf(book, accountOf(book, player), player.wallets.get('BINARY')!);
          const { terms, quote } = command;
          const preview = previewOrder({ facts, terms, quote, order: command, now, others: new Map() });
          const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
          expect(preview.refusal).toBe(decision.ok ? undefined : decision.refusal);
          if (decision.ok) taken++;
          else refused++;
          if (decision.ok && decision.event.kind === 'OVERSEA_FILLED') {
            const [made] = decision.event.fills;
            expect(preview.figures).toMatchObject({
              kind: 'FILL',
              commission: made!.commission,
              pnl: made!.pnl,
              openedQty: made!.openedQty,
              closedQty: made!.closedQty,
            });
            const free = decision.event.after.find(({ purse }) => purse.endsWith(':free'))!.balance;
            const back = decision.event.cancelled.length > 0 || decision.event.topUp > 0n;
            if (!back) expect(preview.figures?.freeAfter).toBe(free);
          } else if (decision.ok && decision.event.kind === 'OVERSEA_ORDER_PLACED') {
            expect(preview.figures).toMatchObject({ kind: 'REST' });
            const locked = facts.free - preview.figures!.freeAfter;
            expect(locked).toBe(decision.event.margin);
          }
        }
        execute(book, command, now);
      }
    }),
    60,
  );
  expect(Math.min(taken, refused)).toBeGreaterThan(50);
});
