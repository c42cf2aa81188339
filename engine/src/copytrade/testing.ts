// Fixtures for the tests of copy trading: a trader, followers, orders at a price and leads that are mirrored, all through
// the desk's own entry.
import { type Amount, amount, price, type Qty, qty, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { decide, type Refusal } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { FuturesTerms, MarginType, OrderSide, Priced } from '../futures/terms.ts';
import { BTC, bookWith, ETH, NOON, quoteAt, SITE } from '../futures/testing.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import type { FollowRequest, MirrorLead } from './commands.ts';
import { followOf, nextLead } from './find.ts';
import type { CopyFollow, TraderSettings } from './state.ts';

export const TRADER = playerId(1);
export const FOLLOWER = playerId(2);

export interface World {
  readonly book: Book;
  now: Millis;
  readonly prices: Map<number, string>;
  /** Called with everything that was decided and applied, before the book goes on. */
  onEvent?: (event: AnyEvent) => void;
}

/** The trader is player 1, the others can follow. */
export function worldWith(players = 2, credit = '10000'): World {
  const prices = new Map([
    [BTC.instrument, '60000'],
    [ETH.instrument, '3000'],
  ]);
  return { book: bookWith(players, { credit }), now: NOON, prices };
}

export type Answer = Decision<AnyEvent, Refusal>;

export function send({ book, now, onEvent }: World, command: AnyCommand): Answer {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (!decision.ok) return decision;
  apply(book, decision.event);
  onEvent?.(decision.event);
  return decision;
}

export const answerOf = (answer: Answer): string => (answer.ok ? answer.event.kind : answer.refusal);

export function made<Kind extends AnyEvent['kind']>(
  answer: Answer,
  kind: Kind,
): Extract<AnyEvent, { readonly kind: Kind }> {
  assert(answer.ok, `refused: ${answerOf(answer)}`);
  assert(answer.event.kind === kind, `${answer.event.kind} instead of ${kind}`);
  return answer.event as Extract<AnyEvent, { readonly kind: Kind }>;
}

/** Reason of a missed lead, the kind of any other event, or the refusal. */
export const outcomeOf = (answer: Answer): string =>
  answer.ok && answer.event.kind === 'COPY_MISSED' ? answer.event.reason : answerOf(answer);

const CONTRACTS = [BTC, ETH];

export const pricedIn = ({ prices, now }: World): readonly Priced[] =>
  CONTRACTS.flatMap((terms) => {
    const last = prices.get(terms.instrument);
    return last === undefined ? [] : [{ terms, quote: quoteAt(last, { at: now }) }];
  });

export const quoteIn = ({ prices, now }: World, { instrument }: FuturesTerms) => {
  const last = prices.get(instrument);
  return last === undefined ? undefined : quoteAt(last, { at: now });
};

export const setTrader = (
  world: World,
  settings: Partial<TraderSettings> = {},
  { player = 1, session }: { readonly player?: number; readonly session?: number } = {},
): Answer =>
  send(world, {
    kind: 'SET_COPY_TRADER',
    site: SITE,
    player: playerId(player),
    ...(session === undefined ? undefined : { session }),
    status: 'ACTIVE',
    isAccepting: true,
    quota: 100,
    rate: rate('0.1'),
    pairs: [BTC.instrument, ETH.instrument],
    ...settings,
  });

export const REQUEST = {
  pairs: [BTC.instrument, ETH.instrument],
  multiplyPer: 100,
  maxBet: amount('3000'),
  oneMaxBet: amount('1000'),
} as const satisfies FollowRequest;

export const follow = (
  world: World,
  request: FollowRequest = {},
  { player = 2, trader = 1 }: { readonly player?: number; readonly trader?: number } = {},
): Answer =>
  send(world, {
    kind: 'FOLLOW_TRADER',
    site: SITE,
    player: playerId(player),
    session: 1,
    trader: playerId(trader),
    ...REQUEST,
    ...request,
  });

/** A trader with followers who have nothing yet. */
export function followedWorld(request: FollowRequest = {}, players = 2): World {
  const world = worldWith(players);
  made(setTrader(world), 'COPY_TRADER_SET');
  for (let player = 2; player <= players; player += 1)
    made(follow(world, request, { player }), 'COPY_FOLLOWED');
  return world;
}

export interface OrderInput {
  readonly player?: number;
  readonly side?: OrderSide;
  readonly size?: string;
  readonly terms?: FuturesTerms;
  readonly leverage?: number;
  readonly marginType?: MarginType;
  readonly session?: number;
}

/** At the market: 0.1 BTC bought with 20× cross by the trader, unless said otherwise. */
export function order(world: World, input: OrderInput = {}): Answer {
  const { player = 1, side = 'LONG', size = '0.1', terms = BTC, leverage = 20, marginType = 'CROSS' } = input;
  return send(world, {
    kind: 'PLACE_FUTURES_ORDER',
    site: SITE,
    player: playerId(player),
    ...(input.session === undefined ? undefined : { session: input.session }),
    side,
    type: 'MARKET',
    qty: qty(size),
    by: 'last',
    leverage,
    marginType,
    reduceOnly: false,
    postOnly: false,
    immediate: false,
    terms,
    quote: quoteIn(world, terms),
    priced: pricedIn(world),
  });
}

export function followIn({ book }: World, player = 2): CopyFollow {
  const found = followOf(book.copytrade, playerId(player));
  assert(found !== undefined, 'the player follows');
  return found;
}

/** The next lead of the follower, or the one that is said. */
export function mirror(
  world: World,
  { player = 2, ...asked }: Partial<Omit<MirrorLead, 'player'>> & { readonly player?: number } = {},
): Answer {
  const own = followIn(world, player);
  const lead = nextLead(world.book.copytrade, own);
  const terms = CONTRACTS.find(({ instrument }) => instrument === lead?.instrument) ?? BTC;
  return send(world, {
    kind: 'MIRROR_LEAD',
    site: SITE,
    player: playerId(player),
    follow: own.id,
    lead: lead?.id ?? 0,
    terms,
    quote: quoteIn(world, terms),
    priced: pricedIn(world),
    entryGuard: rate('0.005'),
    ...asked,
  });
}

/** All leads of all followers. */
export function mirrorAll(world: World): readonly string[] {
  const outcomes: string[] = [];
  for (const { follower, id } of [...world.book.copytrade.follows.values()]) {
    for (;;) {
      const own = world.book.copytrade.follows.get(id);
      if (own === undefined || nextLead(world.book.copytrade, own) === undefined) break;
      outcomes.push(outcomeOf(mirror(world, { player: follower })));
    }
  }
  return outcomes;
}

export const positionIn = ({ book }: World, player = 2, { instrument }: FuturesTerms = BTC) =>
  book.futures.accounts.get(playerId(player))?.positions.get(instrument);

/** A trader closes, in the copy tab. */
export function closeLead(
  world: World,
  { terms = BTC, size }: { terms?: FuturesTerms; size?: string } = {},
): Answer {
  const position = positionIn(world, 1, terms);
  assert(position !== undefined, 'the trader has a position');
  return send(world, {
    kind: 'CLOSE_LEAD',
    site: SITE,
    player: TRADER,
    position: position.id,
    ...(size === undefined ? undefined : { qty: qty(size) as Qty }),
    closePrice: price(world.prices.get(terms.instrument) ?? '1'),
    terms,
    quote: quoteIn(world, terms),
  });
}

export function closeCopy(
  world: World,
  {
    player = 2,
    terms = BTC,
    seen,
    position,
  }: { player?: number; terms?: FuturesTerms; seen?: string; position?: number } = {},
): Answer {
  return send(world, {
    kind: 'CLOSE_COPY',
    site: SITE,
    player: playerId(player),
    session: 1,
    follow: followIn(world, player).id,
    position: position ?? positionIn(world, player, terms)?.id ?? 0,
    closePrice: price(seen ?? world.prices.get(terms.instrument) ?? '1'),
    terms,
    quote: quoteIn(world, terms),
  });
}

export const closeCopies = (world: World, cause: 'OWN' | 'LOSS_LIMIT', player = 2): Answer =>
  send(world, {
    kind: 'CLOSE_COPIES',
    site: SITE,
    player: playerId(player),
    follow: followIn(world, player).id,
    cause,
    priced: pricedIn(world),
  });

export const share = (world: World, player = 2): Answer =>
  send(world, {
    kind: 'SHARE_COPY_PROFIT',
    site: SITE,
    player: playerId(player),
    follow: followIn(world, player).id,
    trader: TRADER,
    priced: pricedIn(world),
  });

export const end = (
  world: World,
  {
    by = 2,
    other = 1,
    follow: id,
    session,
  }: { by?: number; other?: number; follow?: number; session?: number } = {},
): Answer =>
  send(world, {
    kind: 'END_FOLLOW',
    site: SITE,
    player: playerId(by),
    ...(session === undefined ? undefined : { session }),
    follow: id ?? followIn(world, by === 1 ? other : by).id,
    other: playerId(other),
    priced: pricedIn(world),
  });

/** The price of BTC, and what time it is. */
export function moveTo(
  world: World,
  last: string | undefined,
  byMs = 1_000,
  { instrument }: FuturesTerms = BTC,
): void {
  world.now = later(world.now, byMs);
  if (last === undefined) world.prices.delete(instrument);
  else world.prices.set(instrument, last);
}

export const free = ({ book }: World, player: number): Amount =>
  book.purses.get(`${player}:FUTURES:free` as never)?.balance ?? (0n as Amount);
