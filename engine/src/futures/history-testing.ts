// Random histories of all commands of coin futures: a market that moves, players and the platform.
import { type Amount, amount, divide, type Price, price, type Qty, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { HOUSE, type PlayerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import type { EntryRequest, FundFutures, FuturesPlayerCommand } from './commands.ts';
import type { ExitLevel, FuturesEvent } from './events.ts';
import { isReached } from './fill.ts';
import { fundingDueAt } from './gates.ts';
import { futures } from './product.ts';
import type { FuturesOrder, FuturesPosition } from './state.ts';
import type { FuturesTerms, MarginType, Priced, Quote } from './terms.ts';
import { BTC, BTC_COIN, bookWith, ETH, NOON, SITE } from './testing.ts';
import { isIsolated } from './value.ts';

export const PLAYERS = 3;
const CREDIT = '2500';
const BASES = new Map([
  [BTC.instrument, price('60000')],
  [ETH.instrument, price('3000')],
  [BTC_COIN.instrument, price('60000')],
]);
export const contracts = [BTC, ETH, BTC_COIN];

interface World {
  readonly book: Book;
  /** In thousandths of the base. */
  readonly moved: Map<number, number>;
  readonly settings: Map<string, { readonly leverage: number; readonly marginType: MarginType }>;
  now: Millis;
}

type AnyFuturesCommand = FuturesPlayerCommand | FundFutures;
export type Step = (world: World) => AnyFuturesCommand | undefined;

export const newWorld = (): World => ({
  book: bookWith(PLAYERS, { credit: CREDIT }),
  moved: new Map(),
  settings: new Map(),
  now: NOON,
});

function onTick(at: bigint, { tickSize }: FuturesTerms): Price {
  return (divide(at, tickSize, 'half-up') * tickSize) as Price;
}

function quoteOf({ moved, now }: World, terms: FuturesTerms): Quote {
  const base = BASES.get(terms.instrument)!;
  const last = onTick((base * BigInt(1_000 + (moved.get(terms.instrument) ?? 0))) / 1_000n, terms);
  const by = (ticks: bigint) => (last + ticks * terms.tickSize) as Price;
  return { ts: now, seq: 1, last, bid: by(-2n), ask: by(2n), mark: by(-1n) };
}

const pricedOf = (world: World): readonly Priced[] =>
  contracts.map((terms) => ({ terms, quote: quoteOf(world, terms) }));
const termsOf = (instrument: number): FuturesTerms =>
  contracts.find((terms) => terms.instrument === instrument)!;
const pick = <Item>(items: Iterable<Item>, place: number): Item | undefined => {
  const all = [...items];
  return all[place % Math.max(1, all.length)];
};
const settingOf = ({ settings }: World, player: number, { instrument }: FuturesTerms) =>
  settings.get(`${player}/${instrument}`) ?? {
    leverage: 20,
    marginType: (player + instrument) % 2 === 0 ? ('ISOLATED' as const) : ('CROSS' as const),
  };

/** The price, so many thousandths away. */
const away = (at: Price, by: number, terms: FuturesTerms): Price =>
  onTick((at * BigInt(1_000 + by)) / 1_000n, terms);
const levelAt = (quote: Quote, by: number | undefined, terms: FuturesTerms): ExitLevel | undefined =>
  by === undefined ? undefined : { price: away(quote.last, by, terms), by: by % 2 === 0 ? 'last' : 'mark' };

export const moveBy =
  ({ of, by, waitMs }: { readonly of: FuturesTerms; readonly by: number; readonly waitMs: number }): Step =>
  (world) => {
    world.now = later(world.now, waitMs);
    const to = (world.moved.get(of.instrument) ?? 0) + by;
    world.moved.set(of.instrument, Math.max(-300, Math.min(300, to)));
    return undefined;
  };

export interface OrderDraw extends Pick<EntryRequest, 'side' | 'type' | 'reduceOnly' | 'postOnly'> {
  readonly player: PlayerId;
  readonly of: FuturesTerms;
  readonly size: number;
  /** Prices, in thousandths away from the last one. */
  readonly limit: number;
  readonly trigger: number;
  readonly takeProfit: number | undefined;
  readonly stopLoss: number | undefined;
}

export const orderFrom =
  (input: OrderDraw): Step =>
  (world) => {
    const { player, of: terms, side, type, reduceOnly, postOnly } = input;
    const quote = quoteOf(world, terms);
    // One in sixty of what the account could hold, about.
    const unit = terms === BTC_COIN ? 10_000n : 20n;
    const [takeProfit, stopLoss] = [input.takeProfit, input.stopLoss].map((by) => levelAt(quote, by, terms));
    const asked: EntryRequest = {
      side,
      type,
      qty: (BigInt(input.size) * unit * terms.qtyStep) as Qty,
      price: away(quote.last, input.limit, terms),
      trigger: away(quote.last, input.trigger, terms),
      by: 'last',
      ...settingOf(world, player, terms),
      reduceOnly,
      postOnly,
      immediate: false,
      ...(takeProfit === undefined ? undefined : { takeProfit }),
      ...(stopLoss === undefined ? undefined : { stopLoss }),
    };
    return {
      kind: 'PLACE_FUTURES_ORDER',
      site: SITE,
      player,
      terms,
      quote,
      priced: pricedOf(world),
      ...asked,
    };
  };

export const PLATFORM_STEPS = ['fill', 'trail', 'liquidate', 'warn', 'fund'] as const;

export interface PlatformDraw {
  readonly kind: (typeof PLATFORM_STEPS)[number];
  readonly of: FuturesTerms;
  readonly nth: number;
}

export const platformFrom =
  ({ kind, of: terms, nth: place }: PlatformDraw): Step =>
  (world) => {
    const { book, now } = world;
    const state = book.futures;
    const priced = pricedOf(world);
    switch (kind) {
      case 'fill': {
        // One in five has not been reached.
        const reached = (each: FuturesOrder) => isReached(each, quoteOf(world, termsOf(each.instrument)));
        const order = pick(ordersWith(book, place % 5 === 0 ? () => true : reached), place);
        if (order === undefined) return undefined;
        const of = termsOf(order.instrument);
        const common = { site: SITE, player: order.player, order: order.id, terms: of, priced };
        return { kind: 'FILL_FUTURES_ORDER', ...common, quote: quoteOf(world, of), isAfterGap: false };
      }
      case 'trail': {
        const one = pick(
          ordersWith(book, ({ trailing }) => trailing !== undefined),
          place,
        );
        if (one === undefined) return undefined;
        const { last, ts, seq } = quoteOf(world, termsOf(one.instrument));
        const extreme = { price: last, ts, seq };
        return { kind: 'TRAIL_FUTURES_ORDER', site: SITE, player: one.player, order: one.id, extreme };
      }
      case 'liquidate':
      case 'warn': {
        const one = pick(state.positions.values(), place);
        if (one === undefined) return undefined;
        const own = isIsolated(one) ? { position: one.id } : undefined;
        const common = { site: SITE, player: one.player, wallet: one.wallet, priced, ...own };
        return kind === 'warn'
          ? { kind: 'WARN_FUTURES', ...common }
          : { kind: 'LIQUIDATE_FUTURES', ...common, isAfterGap: false };
      }
      case 'fund': {
        const { instrument, contract } = terms;
        const { mark } = quoteOf(world, terms);
        const due = {
          dueAt: fundingDueAt(terms, now),
          rate: rate(place % 2 === 0 ? '0.003' : '-0.002'),
          mark,
        };
        return { kind: 'FUND_FUTURES', site: SITE, player: HOUSE, instrument, contract, ...due };
      }
    }
  };

const ordersWith = (book: Book, isWanted: (order: FuturesOrder) => boolean): readonly FuturesOrder[] =>
  [...book.futures.orders.values()].filter(isWanted);

export const REQUESTS = [
  'exit',
  'trailing',
  'exits',
  'amend',
  'cancel',
  'all',
  'lost',
  'leverage',
  'type',
  'margin',
  'close',
] as const;

export interface RequestDraw {
  readonly kind: (typeof REQUESTS)[number];
  readonly player: PlayerId;
  readonly of: FuturesTerms;
  readonly near: number;
  readonly nth: number;
}

export const requestFrom =
  (input: RequestDraw): Step =>
  (world) => {
    const { kind, player, nth: place } = input;
    const account = world.book.futures.accounts.get(player);
    const position = pick<FuturesPosition>(account?.positions.values() ?? [], place);
    const order = pick<FuturesOrder>(account?.orders.values() ?? [], place);
    const terms = termsOf(position?.instrument ?? input.of.instrument);
    const quote = quoteOf(world, terms);
    const common = { site: SITE, player, terms, quote, priced: pricedOf(world) };
    const level = levelAt(quote, input.near, terms)!;
    const isPart = place % 2 === 0;
    switch (kind) {
      case 'exit':
      case 'trailing': {
        if (position === undefined) return undefined;
        const part = isPart ? { qty: terms.qtyStep } : undefined;
        const trailing = { callback: rate('0.01'), by: 'last' } as const;
        const asked =
          kind === 'trailing'
            ? ({ type: 'TRAILINGSTOP', trailing } as const)
            : ({
                type: input.near > 0 === (position.side === 'LONG') ? 'TAKEPROFIT' : 'STOPLOSS',
                level,
              } as const);
        return { kind: 'PLACE_FUTURES_EXIT', ...common, position: position.id, ...asked, ...part };
      }
      case 'exits':
        if (position === undefined) return undefined;
        return {
          kind: 'SET_FUTURES_EXITS',
          ...common,
          position: position.id,
          ...(input.near > 0 ? { takeProfit: level } : { stopLoss: level }),
        };
      case 'amend': {
        if (order === undefined) return undefined;
        const of = termsOf(order.instrument);
        const to = away(quoteOf(world, of).last, input.near, of);
        const changed = order.price === undefined ? { trigger: to } : { price: to };
        const base = { site: SITE, player, terms: of, quote: quoteOf(world, of), priced: common.priced };
        return {
          kind: 'AMEND_FUTURES_ORDER',
          ...base,
          order: order.id,
          ...(isPart ? { qty: of.qtyStep } : changed),
        };
      }
      case 'cancel':
        return { kind: 'CANCEL_FUTURES_ORDER', site: SITE, player, order: order?.id ?? 1 };
      case 'all':
      case 'lost':
        // Rarely, so that something rests.
        if (place % 4 > 0) return undefined;
        return {
          kind: 'CANCEL_FUTURES_ORDERS',
          site: SITE,
          player,
          reason: kind === 'lost' ? 'DISCONNECT' : 'PLAYER',
        };
      case 'leverage': {
        const leverage = [5, 10, 20, 50, 100][place % 5]!;
        return { kind: 'SET_FUTURES_LEVERAGE', ...common, ...settingOf(world, player, terms), leverage };
      }
      case 'type': {
        const { leverage } = settingOf(world, player, terms);
        const marginType = isPart ? 'ISOLATED' : 'CROSS';
        return { kind: 'SET_FUTURES_MARGIN_TYPE', site: SITE, player, terms, leverage, marginType };
      }
      case 'margin': {
        const one = pick([...(account?.positions.values() ?? [])].filter(isIsolated), place);
        if (one === undefined) return undefined;
        const of = termsOf(one.instrument);
        const by = (BigInt(input.near) * (of === BTC_COIN ? amount('0.0005') : amount('5'))) as Amount;
        const base = { ...common, terms: of, quote: quoteOf(world, of) };
        return { kind: 'MOVE_FUTURES_MARGIN', ...base, position: one.id, amount: by };
      }
      case 'close': {
        const wallet = place % 4 === 0 ? 'BTC' : 'FUTURES';
        if (place % 2 > 0) return undefined;
        return { kind: 'CLOSE_FUTURES_POSITIONS', site: SITE, player, wallet, priced: common.priced };
      }
    }
  };

function run({ book, settings, now }: World, command: AnyFuturesCommand): FuturesEvent | string {
  const context = { now, eventId: book.lastEvent + 1 };
  if (command.kind === 'FUND_FUTURES') {
    const decision = futures.platformCommands.FUND_FUTURES(book, command, context);
    return decision.ok ? decision.event : decision.refusal;
  }
  const rule = futures.playerCommands[command.kind] as (
    ...all: readonly unknown[]
  ) => ReturnType<(typeof futures.playerCommands)['WARN_FUTURES']>;
  const decision = rule(book, book.players.get(command.player)!, command, context);
  if (!decision.ok) return decision.refusal;
  if (decision.event.kind === 'FUTURES_LEVERAGE_SET') {
    const { instrument, leverage, marginType } = decision.event;
    settings.set(`${command.player}/${instrument}`, { leverage, marginType });
  }
  return decision.event;
}

export function play(all: readonly Step[], seen: (event: FuturesEvent | string, world: World) => void) {
  const world = newWorld();
  const events: FuturesEvent[] = [];
  for (const step of all) {
    const command = step(world);
    if (command === undefined) continue;
    const outcome = run(world, command);
    if (typeof outcome !== 'string') {
      events.push(outcome);
      apply(world.book, outcome);
    }
    seen(outcome, world);
  }
  return { world, events };
}
