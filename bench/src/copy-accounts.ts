// Who is who in the bench of copies: a trader with followers, other traders whose followers hold copies of them, and
// members who trade and follow nobody. All of it happened before the desk starts.
import type { OpenAccount } from '@maru/engine/account/commands';
import { amount, rate } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { FollowTrader, MirrorLead, SetCopyTrader } from '@maru/engine/copytrade/commands';
import { nextLead } from '@maru/engine/copytrade/find';
import type { AnyCommand } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { SITE } from './bench-site.ts';
import { marketOrder, newTrader, qtyWorth } from './liquidation-accounts.ts';
import type { Coin, Market } from './liquidation-market.ts';

export const FOLLOWERS = Number(process.env['COPY_FOLLOWERS'] ?? 10_000);
/** So many more traders with as many followers each, whose copies stay open. */
export const OTHER_TRADERS = Number(process.env['COPY_OTHER_TRADERS'] ?? 4);
/** They trade while copies are made. */
export const MEMBERS = 64;
/** Who is compared with the trader: followed by nobody. */
export const PLAIN = 2;
export const TRADER = 1;

const FIRST_MEMBER = 3;
const firstTrader = FIRST_MEMBER + MEMBERS;
export const firstMember = FIRST_MEMBER;

export const CREDIT = '10000';
export const MULTIPLY_PER = 10;
export const MAX_BET = '5000';
export const ONE_MAX_BET = '500';
/** Followers differ in both, as people do: what is alike in all of them is written only once. */
const creditOf = (player: number): string => String(Number(CREDIT) + (player % 997) / 100);
const multiplyPerOf = (player: number): number => MULTIPLY_PER - 3 + (player % 7);
const TRADERS_CREDIT = '1000000';
/** The trader's order: followers take a tenth of its margin. */
export const ORDER_VALUE = 10_000;
export const LEVERAGE = 10;

/** The trader is number 0, the others follow. */
const traderOf = (nth: number): number => (nth === 0 ? TRADER : firstTrader + nth - 1);
const followerOf = (nth: number, place: number): number =>
  firstTrader + OTHER_TRADERS + nth * FOLLOWERS + place;

export const bitcoinOf = ({ coins: [bitcoin] }: Market): Coin => bitcoin!;

export function* everything(market: Market, book: () => Book): Iterable<AnyCommand> {
  for (let player = 1; player < firstTrader + OTHER_TRADERS; player += 1)
    yield newTrader(player, TRADERS_CREDIT);
  const traders = Array.from({ length: OTHER_TRADERS + 1 }, (_, nth) => nth);
  for (const nth of traders)
    for (let place = 0; place < FOLLOWERS; place += 1) yield opened(followerOf(nth, place));
  for (const nth of traders) yield approved(market, traderOf(nth));
  for (const nth of traders)
    for (let place = 0; place < FOLLOWERS; place += 1) yield followed(market, nth, followerOf(nth, place));
  for (const nth of traders.slice(1)) {
    yield traderOrder(market, traderOf(nth), market.coins[nth % market.coins.length]!);
    for (let place = 0; place < FOLLOWERS; place += 1) yield mirrored(market, book(), followerOf(nth, place));
  }
}

const opened = (player: number): OpenAccount => newTrader(player, creditOf(player));

const pairsOf = ({ coins }: Market): readonly number[] => coins.map(({ id }) => id).toSorted((a, b) => a - b);

const approved = (market: Market, player: number): SetCopyTrader => ({
  kind: 'SET_COPY_TRADER',
  site: SITE,
  player: playerId(player),
  status: 'ACTIVE',
  isAccepting: true,
  quota: FOLLOWERS,
  rate: rate('0.1'),
  pairs: pairsOf(market),
});

const followed = (market: Market, nth: number, player: number): FollowTrader => ({
  kind: 'FOLLOW_TRADER',
  site: SITE,
  player: playerId(player),
  trader: playerId(traderOf(nth)),
  pairs: pairsOf(market),
  multiplyPer: multiplyPerOf(player),
  maxBet: amount(MAX_BET),
  oneMaxBet: amount(ONE_MAX_BET),
  // Every second one has a loss limit, which prices are held against on every tick.
  ...(player % 2 === 0 ? { lossLimit: amount('4000') } : {}),
});

export const traderOrder = (market: Market, player: number, coin: Coin) =>
  marketOrder(market, coin, {
    player,
    side: 'LONG',
    qty: qtyWorth(coin, ORDER_VALUE),
    leverage: LEVERAGE,
    held: [],
  });

function mirrored(market: Market, { copytrade }: Book, player: number): MirrorLead {
  const id = playerId(player);
  const follow = copytrade.follows.get(copytrade.byFollower.get(id) ?? 0);
  const lead = follow && nextLead(copytrade, follow);
  if (follow === undefined || lead === undefined) throw new Error('a follower waits for the lead');
  return {
    kind: 'MIRROR_LEAD',
    site: SITE,
    player: id,
    follow: follow.id,
    lead: lead.id,
    ...market.pricedOf(lead.instrument),
    entryGuard: rate('0.005'),
    priced: [],
  };
}

/** Half of what the order opened, or the rest. */
export function closingOrder(market: Market, player: number, coin: Coin, part: 'half' | 'rest') {
  const half = qtyWorth(coin, ORDER_VALUE / 2);
  const opened = qtyWorth(coin, ORDER_VALUE);
  return marketOrder(market, coin, {
    player,
    side: 'SHORT',
    qty: part === 'half' ? half : ((opened - half) as typeof half),
    leverage: LEVERAGE,
    held: [coin],
  });
}
