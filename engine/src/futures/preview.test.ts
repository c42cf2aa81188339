import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, type Price, price, type Qty, qty, rate, toDecimal } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import { assertCounted } from '../property-testing.ts';
import { playerId, playerPurse } from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import { factsOf } from './account.ts';
import type { EntryRequest, PlaceFuturesOrder } from './commands.ts';
import type { FuturesFill, FuturesFilled } from './events.ts';
import { fillOrder } from './fill.ts';
import { liquidationPriceOf } from './liquidation-prices.ts';
import { netOfFill } from './net-profit.ts';
import { placeOrder } from './place.ts';
import { largestQty, type OrderFigures, type OrderPreview, previewOrder } from './preview.ts';
import { crossAccount, type HeldPosition, meansOf, pricedIn } from './standing.ts';
import { type FuturesTerms, otherSide, type Priced } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  execute,
  hold,
  NOON,
  pricedAt,
  quoteAt,
  rest,
  SITE,
} from './testing.ts';

const playerOf = (book: Book): Player => book.players.get(playerId(1))!;
const factsIn = (book: Book, wallet = 'FUTURES') =>
  factsOf(book, playerOf(book), playerOf(book).wallets.get(wallet)!);
const entry = (given: Partial<EntryRequest> = {}): EntryRequest => ({
  side: 'LONG',
  type: 'MARKET',
  by: 'last',
  leverage: 20,
  marginType: 'CROSS',
  reduceOnly: false,
  postOnly: false,
  immediate: false,
  ...given,
});
const preview = (book: Book, order: EntryRequest, priced: readonly Priced[], terms = BTC) =>
  previewOrder({
    facts: factsIn(book, terms.wallet),
    terms,
    order,
    moment: { quote: pricedIn(priced)(terms.instrument)?.quote, now: NOON, pricedOf: pricedIn(priced) },
  });
const command = (order: EntryRequest, priced: readonly Priced[], terms: FuturesTerms): PlaceFuturesOrder => ({
  ...order,
  kind: 'PLACE_FUTURES_ORDER',
  site: SITE,
  player: playerId(1),
  terms,
  quote: pricedIn(priced)(terms.instrument)?.quote,
  priced,
});

describe('the ticket', () => {
  test('shows cost, fee, what is left and where the position would be liquidated', () => {
    const { refusal, figures } = preview(bookWith(), entry({ qty: qty('0.5'), marginType: 'ISOLATED' }), [
      pricedAt(BTC, '60000'),
    ]);
    expect(refusal).toBeUndefined();
    expect([figures!.margin, figures!.fee, figures!.freeAfter]).toEqual([
      amount('1500'),
      amount('24'),
      amount('8476'),
    ]);
    // C17.
    expect(toDecimal(figures!.liquidationAfter!)).toBe('57228.9');
    expect(figures!.after!.available).toBe(amount('8476'));
  });

  test('shows what take-profit and stop-loss bring after fees', () => {
    const exits = {
      takeProfit: { price: price('61250.5'), by: 'last' },
      stopLoss: { price: price('59000'), by: 'mark' },
    } as const;
    const { figures } = preview(bookWith(), entry({ qty: qty('0.5'), ...exits }), [pricedAt(BTC, '60000')]);
    // A20: +625.25 less 24 and 24.5002.
    expect(figures!.takeProfit).toMatchObject({ net: amount('576.7498'), roe: rate('0.4168') });
    expect(figures!.stopLoss).toMatchObject({ net: amount('-547.6'), roe: rate('-0.3334') });
  });

  test('of an order that rests, holds its cost back', () => {
    const order = entry({ type: 'LIMIT', price: price('59000'), qty: qty('0.5') });
    const { figures } = preview(bookWith(), order, [pricedAt(BTC, '60000')]);
    expect(figures).toMatchObject({ kind: 'REST', price: price('59000') });
    expect(figures!.after!.available).toBe(amount('8501.4'));
  });

  test('shows nothing while there is nothing to compute, and says what is missing', () => {
    expect(preview(bookWith(), entry(), [pricedAt(BTC, '60000')])).toEqual({
      refusal: 'ENTER_QTY',
      figures: undefined,
    });
    expect(preview(bookWith(), entry({ qty: qty('1') }), [])).toEqual({
      refusal: 'NO_FRESH_PRICE',
      figures: undefined,
    });
  });
});

describe('random accounts', () => {
  const prices = fc.integer({ min: 3_000, max: 9_000 }).map((tens) => String(tens * 10));
  const sides = fc.constantFrom('LONG' as const, 'SHORT' as const);
  const marginTypes = fc.constantFrom('CROSS' as const, 'ISOLATED' as const);
  const position = fc.record({
    side: sides,
    steps: fc.integer({ min: 1, max: 400 }),
    entry: prices,
    leverage: fc.constantFrom(1, 5, 20, 50),
    marginType: marginTypes,
    funding: fc.integer({ min: -500, max: 500 }).map(String),
  });
  /** How far an exit lies on its own side of the price, in tens; below zero it is refused. */
  const exitTens = fc.option(fc.integer({ min: -20, max: 400 }), { nil: undefined });
  const given = fc.record({
    credit: fc.integer({ min: 10, max: 100_000 }).map(String),
    terms: fc.constantFrom(BTC, ETH, BTC_COIN),
    btc: fc.option(position, { nil: undefined }),
    eth: fc.option(position, { nil: undefined }),
    coin: fc.option(position, { nil: undefined }),
    resting: fc.option(fc.record({ side: sides, steps: fc.integer({ min: 1, max: 100 }), at: prices }), {
      nil: undefined,
    }),
    at: prices,
    spread: fc.integer({ min: 0, max: 30 }),
    order: fc.record({
      side: sides,
      type: fc.constantFrom(
        ...(['MARKET', 'MARKET', 'MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'] as const),
      ),
      steps: fc.integer({ min: 1, max: 600 }),
      price: prices,
      trigger: prices,
      leverage: fc.constantFrom(1, 5, 20, 50),
      marginType: marginTypes,
      reduceOnly: fc.constantFrom(false, false, false, true),
      takeProfit: exitTens,
      stopLoss: exitTens,
    }),
  });
  type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

  const sized = (terms: FuturesTerms, steps: number): Qty =>
    (BigInt(steps) * terms.qtyStep * (terms.contract === 'INVERSE' ? 100n : 1n)) as Qty;

  function worldOf(of: Given) {
    const book = bookWith(1, { credit: of.credit });
    for (const [terms, held] of [
      [BTC, of.btc],
      [ETH, of.eth],
      [BTC_COIN, of.coin],
    ] as const) {
      if (held === undefined) continue;
      const size = toDecimal(sized(terms, held.steps));
      const input = { ...held, qty: size, terms };
      const margin = terms.contract === 'INVERSE' ? '0.01' : '20';
      hold(
        book,
        held.marginType === 'ISOLATED' ? { ...input, margin, funding: '0' } : { ...input, funding: '0' },
      );
    }
    const leverage =
      book.futures.accounts.get(playerId(1))?.positions.get(of.terms.instrument)?.leverage ??
      of.order.leverage;
    const marginType =
      book.futures.accounts.get(playerId(1))?.positions.get(of.terms.instrument)?.marginType ??
      of.order.marginType;
    if (of.resting !== undefined)
      rest(book, {
        terms: of.terms,
        side: of.resting.side,
        qty: toDecimal(sized(of.terms, of.resting.steps)),
        price: of.resting.at,
        cost: of.terms.contract === 'INVERSE' ? '0.001' : '10',
        leverage,
        marginType,
      });
    const quoted = (terms: FuturesTerms) =>
      pricedAt(terms, of.at, {
        ask: String(Number(of.at) + of.spread),
        bid: String(Number(of.at) - of.spread),
      });
    const priced = [quoted(BTC), quoted(ETH), quoted(BTC_COIN)];
    const { order } = of;
    const exitAt = (tens: number) =>
      price(String(Number(of.at) + 10 * (order.side === 'LONG' ? tens : -tens)));
    const asked = entry({
      side: order.side,
      type: order.type,
      qty: sized(of.terms, order.steps),
      price: price(order.price),
      trigger: price(order.trigger),
      leverage,
      marginType,
      reduceOnly: order.reduceOnly,
      ...(order.takeProfit === undefined
        ? undefined
        : { takeProfit: { price: exitAt(order.takeProfit), by: 'last' } }),
      ...(order.stopLoss === undefined
        ? undefined
        : { stopLoss: { price: exitAt(-order.stopLoss), by: 'mark' } }),
    });
    return { book, asked, priced, terms: of.terms };
  }

  /** What the ledger booked for a fill, which must be what the ticket said. */
  function expectBooked(
    figures: OrderFigures,
    { fills, topUp }: FuturesFilled,
    book: Book,
    terms: FuturesTerms,
  ) {
    const free = balanceOf(book, playerPurse(playerId(1), terms.wallet, 'free'));
    expect(figures.freeAfter + topUp).toBe(free);
    const sum = (of: (each: FuturesFill) => bigint) => fills.reduce((all, each) => all + of(each), 0n);
    expect([sum(({ openedQty }) => openedQty), sum(({ closedQty }) => closedQty)]).toEqual([
      figures.openedQty,
      figures.closedQty,
    ]);
    expect(fills.every((each) => each.price === figures.price)).toBe(true);
    expect(sum(({ fee }) => fee)).toBe(figures.fee);
    expect(sum((each) => netOfFill(each).net)).toBe(figures.closedQty > 0n ? figures.closed.net : 0n);
    const opened = factsIn(book, terms.wallet).positions.get(terms.instrument);
    expect(opened && { ...figures.positionAfter, id: opened.id }).toEqual(
      opened && { ...figures.positionAfter, ...stateOnly(opened) },
    );
    expect(opened === undefined).toBe(
      figures.positionAfter === undefined || figures.positionAfter.qty === 0n,
    );
  }

  const byName = new Map<string, number>();
  const see = (terms: FuturesTerms, { marginType }: EntryRequest, what: string) => {
    const name = `${terms.contract} ${marginType} ${what}`;
    byName.set(name, (byName.get(name) ?? 0) + 1);
  };

  function kindOf({ openedQty, closedQty }: OrderFigures, held: HeldPosition | undefined): string {
    if (closedQty === 0n) return held === undefined ? 'opens' : 'adds';
    if (openedQty > 0n) return 'flips';
    return closedQty === held?.qty ? 'closes' : 'reduces';
  }

  test('what the ticket promised is what the ledger booked', () => {
    assertCounted(
      fc.property(given, (of) => {
        const { book, asked, priced, terms } = worldOf(of);
        const promised: OrderPreview = preview(book, asked, priced, terms);
        const held = factsIn(book, terms.wallet).positions.get(terms.instrument);
        const decision = execute(book, placeOrder, command(asked, priced, terms));
        expect(promised.refusal).toBe(decision.ok ? undefined : decision.refusal);
        if (!decision.ok) return;
        const figures = promised.figures!;
        const facts = factsIn(book, terms.wallet);
        const account = crossAccount(facts, pricedIn(priced))!;
        expect(figures.after).toEqual(meansOf(facts, account));
        if (decision.event.kind !== 'FUTURES_FILLED') {
          expect(figures.kind).toBe('REST');
          expectFilledLater(book, { asked, priced, terms, held }, figures);
          return;
        }
        expectBooked(figures, decision.event, book, terms);
        see(terms, asked, kindOf(figures, held));
        if (asked.reduceOnly) see(terms, asked, 'only reduces');
        const opened = facts.positions.get(terms.instrument);
        expect(figures.liquidationAfter).toBe(opened && liquidationPriceOf(opened, facts, pricedIn(priced)));
        if (asked.marginType === 'ISOLATED' && figures.closedQty === 0n)
          expect(opened!.margin - (held?.margin ?? 0n)).toBe(figures.margin);
        if (opened !== undefined) expectExit(book, { asked, priced, terms, opened }, figures);
      }),
      3_000,
    );
    for (const contract of ['HYBRID', 'LINEAR', 'INVERSE'])
      for (const marginType of ['CROSS', 'ISOLATED'])
        for (const what of [
          ...['opens', 'adds', 'reduces', 'closes', 'flips', 'only reduces'],
          ...['rests and fills', 'exits'],
        ])
          expect([...byName.keys()]).toContain(`${contract} ${marginType} ${what}`);
  });

  interface Asked {
    readonly asked: EntryRequest;
    readonly priced: readonly Priced[];
    readonly terms: FuturesTerms;
  }

  /** The instrument's own price is `at` from now on, for both sides. */
  const movedTo = ({ priced, terms }: Asked, at: Price): readonly Priced[] => [
    ...priced.filter((each) => each.terms.instrument !== terms.instrument),
    pricedAt(terms, toDecimal(at)),
  ];

  /** A limit that rests is filled at its own price, whenever the market comes there. */
  function expectFilledLater(
    book: Book,
    of: Asked & { readonly held: HeldPosition | undefined },
    figures: OrderFigures,
  ): void {
    const order = [...book.futures.orders.values()].at(-1)!;
    if (of.asked.type !== 'LIMIT') return;
    const priced = movedTo(of, figures.price);
    const decision = execute(book, fillOrder, {
      kind: 'FILL_FUTURES_ORDER',
      site: SITE,
      player: playerId(1),
      order: order.id,
      terms: of.terms,
      quote: priced.at(-1)!.quote,
      priced,
      isAfterGap: false,
    });
    // At that price other positions may be worth less: then it is cancelled.
    if (!decision.ok || decision.event.kind !== 'FUTURES_FILLED') return;
    expectBooked(figures, decision.event, book, of.terms);
    see(of.terms, of.asked, 'rests and fills');
  }

  /** An exit that is filled at its own price brings what the ticket said. */
  function expectExit(
    book: Book,
    of: Asked & { readonly opened: HeldPosition },
    figures: OrderFigures,
  ): void {
    const exit = figures.takeProfit ?? figures.stopLoss;
    if (exit === undefined) return;
    const closing = entry({
      ...of.asked,
      type: 'MARKET',
      side: otherSide(of.opened.side),
      qty: of.opened.qty,
      reduceOnly: true,
    });
    const { takeProfit: _tp, stopLoss: _sl, ...plain } = closing;
    const decision = execute(book, placeOrder, command(plain, movedTo(of, exit.at), of.terms));
    if (!decision.ok || decision.event.kind !== 'FUTURES_FILLED') return;
    const { fills, topUp } = decision.event;
    if (topUp > 0n || fills.some(({ insured }) => insured !== 0n)) return;
    expect(fills.reduce((sum, each) => sum + netOfFill(each).net, 0n)).toBe(exit.net);
    see(of.terms, of.asked, 'exits');
  }

  const stateOnly = ({
    side,
    qty: size,
    entry: mean,
    margin,
    funding,
    entryFee,
    leverage,
    marginType,
    id,
  }: HeldPosition) => ({
    id,
    side,
    qty: size,
    entry: mean,
    margin,
    funding,
    entryFee,
    leverage,
    marginType,
  });

  test('the largest quantity is taken, and one step more is not', () => {
    fc.assert(
      fc.property(given, (of) => {
        const { book, asked, priced, terms } = worldOf(of);
        const { takeProfit: _tp, stopLoss: _sl, ...plain } = { ...asked, type: 'MARKET' as const };
        const quote = pricedIn(priced)(terms.instrument)!.quote;
        const moment = { quote, now: NOON, pricedOf: pricedIn(priced) };
        const facts = factsIn(book, terms.wallet);
        const most = largestQty({ facts, terms, order: plain, moment });
        const refusal = (size: bigint) =>
          preview(book, { ...plain, qty: size as Qty }, priced, terms).refusal;
        if (most > 0n) expect([undefined, 'NO_POSITION', 'QTY_TOO_SMALL']).toContain(refusal(most));
        if (!plain.reduceOnly) expect(refusal(most + terms.qtyStep)).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});

test('a price that is missing is said, not guessed', () => {
  const book = bookWith();
  hold(book, { terms: ETH, qty: '1', entry: '3000' });
  const { refusal, figures } = preview(book, entry({ qty: qty('0.1') }), [pricedAt(BTC, '60000')]);
  expect(refusal).toBe('PRICES_MISSING');
  expect([figures!.before, figures!.liquidationAfter]).toEqual([undefined, undefined]);
  expect(quoteAt('1').last).toBe(price('1') satisfies Price);
});
