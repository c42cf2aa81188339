// Following, changing how, and stopping: from the call to the desk and back.
import type { BodyOf } from '@maru/contract/call';
import { changeFollow, followTrader, removeFollower, unfollow } from '@maru/contract/copytrade/follows';
import { amount, minus, rate, toDecimal, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { CommandKey } from '@maru/engine/command';
import type { EndFollow, FollowRequest } from '@maru/engine/copytrade/commands';
import type { CopyEnded } from '@maru/engine/copytrade/events';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { AnyEvent } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { commandHead, walletAfter } from '../desk/call-answer.ts';
import type { Outcome } from '../desk/desk.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { copyRefusal } from './call-refusal.ts';
import { type FollowRow, findFollow } from './follow-store.ts';
import type { CopyParts } from './parts.ts';
import { listNicks, nickIn } from './people-store.ts';
import { wireChanged, wireFollow } from './wire.ts';

const NO_FOLLOW = { ok: false, refusal: 'FOLLOW_NOT_FOUND' } as const;

type FollowBody = Omit<BodyOf<typeof followTrader>, 'siteInfoId' | 'traderId'>;

/** What the desk must refuse stays what it is: the desk names the first fault in the order of the rules. */
function requestOf({ ground: { instruments } }: CopyParts, body: FollowBody): FollowRequest {
  const { followStock, multiplyPer, maxBet, oneMaxBet, maxLeverage, lossLimit, entryGuard, exitGuard } = body;
  const pairs = followStock?.map((each) => pairOf(instruments, each));
  const given = {
    pairs,
    multiplyPer: multiplyPer === undefined ? undefined : multiplierOf(multiplyPer),
    maxBet: maxBet === undefined ? undefined : amount(maxBet),
    oneMaxBet: oneMaxBet === undefined ? undefined : amount(oneMaxBet),
    maxLeverage,
    lossLimit: nullable(lossLimit, amount),
    entryGuard: nullable(entryGuard, rate),
    exitGuard: nullable(exitGuard, rate),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const nullable = <Value>(
  text: string | null | undefined,
  read: (text: string) => Value,
): Value | null | undefined => (text === undefined || text === null ? text : read(text));

/** No instrument has the number 0: it is offered by nobody. */
const NO_PAIR = 0;
/** Any that is no whole number from 0 on is refused as one. */
const NO_MULTIPLIER = -1;
const WHOLE = /^(0|[1-9]\d{0,8})$/;

/** A number, or the code that the specification's client may send. */
function pairOf({ byStock }: CopyParts['ground']['instruments'], pair: number | string): number {
  if (typeof pair === 'number') return pair;
  return WHOLE.test(pair) ? Number(pair) : (byStock(pair)?.id ?? NO_PAIR);
}

function multiplierOf(multiplier: number | string): number {
  if (typeof multiplier === 'number') return multiplier;
  return WHOLE.test(multiplier) ? Number(multiplier) : NO_MULTIPLIER;
}

export const followRoutes = (parts: CopyParts): readonly Route[] => [
  following(parts),
  changing(parts),
  ...ending(parts),
];

function following(parts: CopyParts): Route {
  const { database, desk, sites } = parts;
  return serve(followTrader, async ({ body, principal, key, now }) => {
    const isOffered = sites.byId(principal.site)?.wallets.some(({ type }) => type === COPY_WALLET) === true;
    if (!isOffered) return { ok: false, refusal: 'WALLET_UNSUPPORTED' };
    const outcome = await desk.submit({
      kind: 'FOLLOW_TRADER',
      ...commandHead(principal, key),
      ...(body.traderId === undefined ? {} : { trader: playerId(body.traderId) }),
      ...requestOf(parts, body),
    });
    if (!outcome.ok) return { ok: false, refusal: copyRefusal(followTrader, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'COPY_FOLLOWED', 'a follow is answered by its event');
    const nicks = await database.transaction((tx) => listNicks(tx, principal.site, [event.follow.trader]));
    const row: FollowRow = { ...NOTHING_YET, usedSince: event.follow.startedAt, ...event.follow };
    const traderNick = nickIn(nicks, event.follow.trader);
    return { ok: true, reply: wireFollow(row, { traderNick, copies: [], now }) };
  });
}

/** Of a follow that has just begun. */
const NOTHING_YET = {
  ...{ copied: 0, missed: 0, used: ZERO, usedSum: 0n, usedMs: 0 },
  ...{ maxLeverage: undefined, lossLimit: undefined, entryGuard: undefined },
  ...{
    detachedAt: undefined,
    detachedBy: undefined,
    endedAt: undefined,
    endedBy: undefined,
    waived: undefined,
  },
};

function changing(parts: CopyParts): Route {
  return serve(changeFollow, async ({ body, principal, key }) => {
    const { isPaused, traderFollowerId } = body;
    const outcome = await parts.desk.submit({
      kind: 'CHANGE_FOLLOW',
      ...commandHead(principal, key),
      follow: traderFollowerId,
      ...requestOf(parts, body),
      ...(isPaused === undefined ? {} : { isPaused }),
    });
    if (!outcome.ok) return { ok: false, refusal: copyRefusal(changeFollow, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'COPY_FOLLOW_CHANGED', 'a change is answered by its event');
    return { ok: true, reply: wireChanged(event) };
  });
}

interface Ending {
  readonly id: number;
  readonly key: CommandKey | undefined;
}

/**
 * The share is judged by the follower's whole account, whoever asks. Undefined where there is no follow between the two,
 * or where it is another's.
 */
async function end(
  { database, desk, ground }: CopyParts,
  principal: Principal,
  { id, key }: Ending,
  side: 'follower' | 'trader',
): Promise<Outcome | 'BEHIND' | undefined> {
  const { site, player } = principal;
  if (!(await desk.caughtUp(player))) return 'BEHIND';
  const row = await database.transaction((tx) => findFollow(tx, site, id));
  if (row?.[side] !== player) return undefined;
  const other = side === 'follower' ? row.trader : row.follower;
  return ground.submit.forWallet(
    { site, player: row.follower },
    COPY_WALLET,
    (priced): EndFollow => ({
      kind: 'END_FOLLOW',
      ...commandHead(principal, key),
      follow: id,
      other,
      priced,
    }),
  );
}

function ending(parts: CopyParts): readonly Route[] {
  const ended = ({ follow, share, waived }: CopyEnded) => ({
    traderFollowerId: follow,
    share: toDecimal(share),
    waived: toDecimal(waived),
  });
  return [
    serve(unfollow, async ({ body: { traderFollowerId: id }, principal, key }) => {
      const outcome = await end(parts, principal, { id, key }, 'follower');
      if (outcome === undefined) return NO_FOLLOW;
      if (outcome === 'BEHIND') return BEHIND;
      if (!outcome.ok) return { ok: false, refusal: copyRefusal(unfollow, outcome.refusal) };
      const event = endedEvent(outcome.event);
      const wallet = walletAfter(event, principal.player, { type: COPY_WALLET, currency: 'USDT' });
      const net = toDecimal(minus(event.total, event.shared));
      return { ok: true, reply: { ...ended(event), net, wallet } };
    }),
    serve(removeFollower, async ({ body: { traderFollowerId: id }, principal, key }) => {
      const outcome = await end(parts, principal, { id, key }, 'trader');
      if (outcome === undefined) return NO_FOLLOW;
      if (outcome === 'BEHIND') return BEHIND;
      if (!outcome.ok) return { ok: false, refusal: copyRefusal(removeFollower, outcome.refusal) };
      return { ok: true, reply: ended(endedEvent(outcome.event)) };
    }),
  ];
}

function endedEvent(event: AnyEvent): CopyEnded {
  assert(event.kind === 'COPY_ENDED', 'an end is answered by its event');
  return event;
}
