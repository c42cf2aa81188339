// A site of a shard with members who do something of every product, for tests in which several desks write the same
// tables. All shards live the same hours, so their rows differ by nothing but their numbers.
import { amount, price, qty, rate, ZERO } from '@maru/engine/amount';
import type { BinaryTerms } from '@maru/engine/binary/terms';
import { RENT } from '@maru/engine/binary/testing';
import { commitOf } from '@maru/engine/bitball/draw';
import { followOf, nextLead } from '@maru/engine/copytrade/find';
import { REQUEST } from '@maru/engine/copytrade/testing';
import * as futures from '@maru/engine/futures/testing';
import { NOON, NQ, quoteAt } from '@maru/engine/oversea/testing';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type PlayerId, type SiteId } from '@maru/engine/purse';
import { lengthOf, roundId } from '@maru/engine/rounds/round';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { takePlayerId } from './account/store.ts';
import type { Database } from './db/database.ts';
import type { RunningDesk } from './desk/create-desk.ts';

export interface ShardSite {
  readonly shard: number;
  readonly site: SiteId;
  /** A trader, two who follow, one who trades alone, and the partner under whom they stand. */
  readonly members: readonly PlayerId[];
  now: Millis;
}

/** Numbers are taken one by one, so those of several shards lie between each other. */
export async function insertShardSite(database: Database, shard: number): Promise<SiteId> {
  const [row] = await database.transaction((tx) =>
    tx.query<{ id: SiteId }>(
      `insert into site (shard, code, name, used_coins, binary_currency, type)
       values ($1, $2, $2, 'BINARY,FUTURES', 'KRW', '101111')
       returning id`,
      [shard, `shard${shard}`],
    ),
  );
  return row!.id;
}

/** The rows that sign-up writes; partners have their own members by them. */
export async function insertMember(
  database: Database,
  { site, partner }: { readonly site: SiteId; readonly partner?: PlayerId },
): Promise<PlayerId> {
  return database.transaction(async (tx) => {
    const id = await takePlayerId(tx);
    await tx.query(
      `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, partner_id,
         created_at, password_changed_at)
       overriding system value
       values ($1, $2, $5, '', 'm', $5, $5, $3, $4, now(), now())`,
      [id, site, partner === undefined ? 'PARTNER' : 'PLAYER', partner ?? null, `m${id}`],
    );
    return id;
  });
}

const terms: BinaryTerms = { ...RENT, cutOffMs: 5_000, precision: 1 };
const { instrument, contract } = futures.BTC;

/** Asks a desk in the name of one site; a command that is refused fails the test. */
export function asking(desk: RunningDesk, world: ShardSite) {
  return async (command: AnyCommand, at: Millis = world.now): Promise<number> => {
    world.now = at;
    const outcome = await desk.submit(command);
    if (!outcome.ok)
      throw new Error(`${command.kind} of shard ${world.shard} was refused: ${outcome.refusal}`);
    return outcome.event.id;
  };
}

const openingOf = ({ site, members }: ShardSite, player: PlayerId): AnyCommand => ({
  kind: 'OPEN_ACCOUNT',
  site,
  player,
  role: player === members[4] ? 'PARTNER' : 'PLAYER',
  wallets: [
    { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') },
    { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000') },
  ],
});

export const refillOf = (site: SiteId, player: PlayerId, to: string, key: string): AnyCommand => ({
  ...{ kind: 'REFILL_PRACTICE', site, player, session: 1, wallet: 'BINARY', amount: amount(to) },
  ...{ most: amount('100000000'), key: { key, fingerprint: to } },
});

/** Something of every product, and of most of them something that stays open. */
export async function liveThrough(desk: RunningDesk, world: ShardSite): Promise<void> {
  const ask = asking(desk, world);
  const { members } = world;
  for (const player of members) await ask(openingOf(world, player));
  // The same key for everybody, in every shard.
  for (const player of members) await ask(refillOf(world.site, player, '20000000', 'first'));
  await trade(desk, world);
  await copy(desk, world);
  await bank(desk, world);
  await play(desk, world);
}

async function trade(desk: RunningDesk, world: ShardSite): Promise<void> {
  const ask = asking(desk, world);
  const [one, two, , alone] = world.members as [PlayerId, PlayerId, PlayerId, PlayerId];
  const { site } = world;
  const oversea = (type: 'MARKET' | 'LIMIT', at?: string): AnyCommand => ({
    ...{ kind: 'PLACE_OVERSEA_ORDER', site, player: alone, session: 1, side: 'LONG', type, qty: 2 },
    ...{ reduceOnly: false, slTick: 40, terms: NQ, quote: quoteAt('18250', { at: world.now }) },
    ...(at === undefined ? {} : { price: price(at) }),
  });
  await ask(oversea('MARKET'));
  await ask(oversea('LIMIT', '18000'));
  const quote = futures.quoteAt('60000', { at: world.now });
  const market = {
    ...({ kind: 'PLACE_FUTURES_ORDER', site, session: 1, side: 'LONG', by: 'last' } as const),
    ...({ qty: qty('0.05'), leverage: 20, marginType: 'ISOLATED' } as const),
    ...{ reduceOnly: false, postOnly: false, immediate: false },
    ...{ terms: futures.BTC, quote, priced: [{ terms: futures.BTC, quote }] },
  };
  await ask({ ...market, player: alone, type: 'MARKET' });
  await ask({ ...market, player: alone, type: 'LIMIT', price: price('59000') });
  const part = { side: 'SHORT', qty: qty('0.02'), reduceOnly: true } as const;
  await ask({ ...market, ...part, player: alone, type: 'MARKET' });
  const { priced } = market;
  await ask({
    ...{ kind: 'SET_FUTURES_LEVERAGE', site, player: two, session: 1, leverage: 30, marginType: 'CROSS' },
    ...{ terms: futures.ETH, quote: futures.quoteAt('3000', { at: world.now }), priced },
  });
  const funding = { instrument, contract, dueAt: NOON, rate: rate('0.0001'), mark: price('60001') };
  await ask({ kind: 'FUND_FUTURES', site, player: HOUSE, ...funding });
  await ask({
    ...{ kind: 'HOLD_FUNDS', site, player: one, session: 1, wallet: 'BINARY', amount: amount('700') },
    purpose: 'test',
  });
}

/** A lead that one follower copies and another misses, because the price has gone too far. */
async function copy(desk: RunningDesk, world: ShardSite): Promise<void> {
  const ask = asking(desk, world);
  const [one, two, three] = world.members as [PlayerId, PlayerId, PlayerId];
  const { site } = world;
  const pairs = [futures.BTC.instrument];
  const status = { status: 'ACTIVE', isAccepting: true, quota: 10, rate: rate('0.1'), pairs } as const;
  await ask({ kind: 'SET_COPY_TRADER', site, player: one, ...status });
  for (const player of [two, three])
    await ask({ kind: 'FOLLOW_TRADER', site, player, session: 1, trader: one, ...REQUEST, pairs });
  const priceOf = (at: string) => {
    const quote = futures.quoteAt(at, { at: world.now });
    return { terms: futures.BTC, quote, priced: [{ terms: futures.BTC, quote }] };
  };
  await ask({
    ...{ kind: 'PLACE_FUTURES_ORDER', site, player: one, session: 1, side: 'LONG', type: 'MARKET' },
    ...{ qty: qty('0.05'), by: 'last', leverage: 20, marginType: 'CROSS' },
    ...{ reduceOnly: false, postOnly: false, immediate: false, ...priceOf('60000') },
  });
  for (const [player, at] of [
    [two, '60000'],
    [three, '66000'],
  ] as const) {
    const read = await desk.inspect(
      ({ copytrade }) => {
        const own = followOf(copytrade, player);
        return own === undefined ? undefined : { follow: own.id, lead: nextLead(copytrade, own)?.id };
      },
      [player],
    );
    const { follow = 0, lead = 0 } = read?.seen ?? {};
    const asked = { follow, lead, entryGuard: rate('0.005') };
    await ask({ kind: 'MIRROR_LEAD', site, player, ...asked, ...priceOf(at) });
  }
}

async function bank(desk: RunningDesk, world: ShardSite): Promise<void> {
  const ask = asking(desk, world);
  const [one, two, , , partner] = world.members as [PlayerId, PlayerId, PlayerId, PlayerId, PlayerId];
  const { site, now } = world;
  await ask({
    ...{ kind: 'ASK_DEPOSIT', site, player: one, wallet: 'BINARY', amount: amount('50000') },
    ...{ least: ZERO, channel: 'bank' },
  });
  const request = await ask({
    ...{ kind: 'ASK_WITHDRAWAL', site, player: two, wallet: 'BINARY', amount: amount('300000') },
    ...{ fee: amount('1000'), least: ZERO, channel: 'chain', payout: 7, waits: [], reserved: ZERO },
  });
  const approved = { by: { staff: 901 }, twoFrom: amount('900000') };
  await ask({ kind: 'APPROVE_REQUEST', site, player: two, request, ...approved });
  const coupon = 'ab'.repeat(32);
  await ask({
    ...{ kind: 'ISSUE_COUPON', site, player: HOUSE, coupon, wallets: ['BINARY'], currency: 'KRW' },
    ...{ amount: amount('5000'), uses: 3, turnover: amount('2'), from: now, until: later(now, 3_600_000) },
    ...{ askedBy: 901, approvedBy: 902 },
  });
  await ask({ kind: 'USE_COUPON', site, player: two, coupon, wallet: 'BINARY' });
  await ask({ kind: 'NOTE_RATES', site, player: HOUSE, rates: [{ currency: 'USDT', rate: rate('1385.5') }] });
  const limit = { limit: 'LOSS', value: amount('900000000') } as const;
  await ask({ kind: 'SET_LIMIT', site, player: two, session: 1, ...limit });
  const share = { wallet: 'BINARY', amount: amount('777'), fromDay: 20_000, throughDay: 20_001 };
  // Settlements are numbered by the database, for all sites together.
  const by = { settlement: 1 + world.shard, requestedBy: 901, approvedBy: 902 };
  const confirmed = await ask({ kind: 'CONFIRM_SHARE', site, player: partner, ...share, ...by });
  await ask({ kind: 'PAY_SHARE', site, player: partner, share: confirmed, staff: 901 });
  await ask({ kind: 'CONFIRM_SHARE', site, player: partner, ...share, ...by, settlement: 301 + world.shard });
}

/** Rounds that are paid, frozen and open, and a draw that is sealed: the same rounds on every site. */
async function play(desk: RunningDesk, world: ShardSite): Promise<void> {
  const ask = asking(desk, world);
  const { site, members } = world;
  const [one, two, three] = members as [PlayerId, PlayerId, PlayerId];
  const ball = {
    site,
    round: roundId({ offer: 108, open: later(NOON, 10 * MINUTE_MS) }),
    type: 'P1',
  } as const;
  const seed = 'a1'.repeat(32);
  await ask({ ...ball, kind: 'SEAL_BALL', player: HOUSE, seed, commit: commitOf(seed) });
  const own = roundId({ offer: 105, open: NOON });
  const bet = (player: PlayerId, type: 'R1' | 'B1', round: number): AnyCommand => ({
    ...{ kind: 'PLACE_BET', site, player, session: 1, round, type, side: 'UP', stake: amount('5000') },
    ...{ receivedAt: world.now, reserved: ZERO },
    terms: type === 'B1' ? { ...terms, strikeMode: 'AT_BET' } : terms,
  });
  world.now = later(NOON, 1_500);
  for (const player of [one, two]) await ask(bet(player, 'B1', own));
  const ticks = Array.from({ length: lengthOf('B1') / 1_000 + 1 }, (_, second) => ({
    ts: millis(NOON + second * 1_000 - 100),
    seq: second,
    price: price(`100.${second % 7}`),
  }));
  const freeze = { kind: 'FREEZE_ROUND', site, player: HOUSE, round: own, type: 'B1', ticks } as const;
  await ask(freeze, later(NOON, MINUTE_MS + 2_000));
  await ask({ kind: 'PAY_ROUND', site, player: HOUSE, round: own, most: 1 });
  world.now = later(NOON, 3 * MINUTE_MS + 10_000);
  await ask(bet(three, 'R1', roundId({ offer: 102, open: later(NOON, 4 * MINUTE_MS) })));
  // Bets with a strike of their own on a round that is not decided yet are counted by the instant.
  const open = later(NOON, 5 * MINUTE_MS);
  world.now = later(open, 1_500);
  await ask(bet(two, 'B1', roundId({ offer: 105, open })));
  world.now = later(NOON, 9 * MINUTE_MS + 30_000);
  await ask({
    ...{ ...ball, kind: 'PLACE_BALL_BET', player: one, session: 1, market: 'NS_ODD', stake: amount('5000') },
    ...{ odds: rate('1.95'), receivedAt: world.now, reserved: ZERO, terms },
  });
  // Without a salt the first draw is void.
  const next = roundId({ offer: 108, open: later(NOON, 20 * MINUTE_MS) });
  world.now = later(NOON, 10 * MINUTE_MS);
  const other = 'b2'.repeat(32);
  const sealed = { seed: other, commit: commitOf(other) };
  await ask({ ...ball, round: next, kind: 'SEAL_BALL', player: HOUSE, ...sealed });
  await ask({ kind: 'SALT_BALL', site, player: HOUSE, round: ball.round }, later(NOON, 12 * MINUTE_MS));
}
