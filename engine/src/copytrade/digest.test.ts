// Whatever commands come: the digest that the state carries is that of the state, what is described tells two states
// apart, and a state that is put together from its parts is the same (docs/rules.md 5.7).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { BTC, ETH, SITE, setFree } from '../futures/testing.ts';
import { playerId } from '../purse.ts';
import { putFollow, putLead, putTrader } from './apply.ts';
import { describeCopytrade, weighCopytrade } from './digest.ts';
import { followOf, nextLead, usedBy } from './find.ts';
import { type CopytradeState, emptyCopytrade } from './state.ts';
import {
  type Answer,
  closeCopies,
  closeCopy,
  closeLead,
  end,
  follow,
  mirror,
  moveTo,
  order,
  positionIn,
  pricedIn,
  send,
  setTrader,
  share,
  type World,
  worldWith,
} from './testing.ts';

const PLAYERS = 5;

interface Step {
  readonly what: number;
  readonly player: number;
  readonly other: number;
  readonly some: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(15),
  player: fc.integer({ min: 1, max: PLAYERS }),
  other: fc.integer({ min: 1, max: 2 }),
  some: fc.nat(9),
});

function act(world: World, { what, player, other, some }: Step): Answer | undefined {
  const own = followOf(world.book.copytrade, playerId(player));
  const terms = some % 3 === 0 ? ETH : BTC;
  const size = terms === ETH ? '1' : '0.05';
  switch (what) {
    case 0:
      return setTrader(
        world,
        { status: (['ACTIVE', 'OFF', 'DELETED'] as const)[some % 3]! },
        { player: other },
      );
    case 1:
    case 2:
      return follow(world, some > 7 ? { lossLimit: amount('30') } : {}, { player, trader: other });
    case 3:
      return own && end(world, { by: player, other: own.trader });
    case 4:
      return own && closeCopies(world, some < 5 ? 'OWN' : 'LOSS_LIMIT', player);
    case 5:
      return own && closeCopy(world, { player, terms });
    case 6:
      return own && share(world, player);
    case 7:
      moveTo(world, String(58_000 + some * 400), 1_000 * some);
      return undefined;
    case 8: {
      const request = {
        isPaused: some < 3,
        multiplyPer: 40 * some,
        lossLimit: some < 5 ? null : amount('20'),
      };
      return (
        own &&
        send(world, { kind: 'CHANGE_FOLLOW', site: SITE, player: own.follower, follow: own.id, ...request })
      );
    }
    case 9: {
      if (some > 2 || positionIn(world, other) === undefined) return undefined;
      setFree(world.book, '1', { player: other });
      const head = {
        kind: 'LIQUIDATE_FUTURES',
        site: SITE,
        player: playerId(other),
        wallet: 'FUTURES',
      } as const;
      return send(world, { ...head, priced: pricedIn(world), isAfterGap: false });
    }
    case 10:
      return order(world, { player: other, terms, size, side: some < 7 ? 'LONG' : 'SHORT', session: 1 });
    case 11:
      return order(world, { player: other, terms, size, side: 'SHORT' });
    case 12:
      return positionIn(world, other, BTC) && closeLeadOf(world, other);
    default:
      return own && mirror(world, { player });
  }
}

const closeLeadOf = (world: World, player: number): Answer | undefined =>
  player === 1 ? closeLead(world) : undefined;

function assembled({ traders, follows, leads }: CopytradeState): CopytradeState {
  const state = emptyCopytrade();
  for (const trader of traders.values()) putTrader(state, trader);
  for (const own of follows.values()) putFollow(state, own);
  for (const pending of leads.values()) for (const { lead } of pending) putLead(state, lead);
  return state;
}

const textOf = (state: CopytradeState): string => [...describeCopytrade(state)].sort().join('\n');

/** What holds whatever happened. */
function check({ book: { copytrade: state, futures } }: World): void {
  const carried = state.digest[0];
  expect(weighCopytrade(state)).toBe(carried);
  const again = assembled(state);
  expect(textOf(again)).toBe(textOf(state));
  expect(again.digest[0]).toBe(carried);
  for (const own of state.follows.values()) {
    expect(state.byFollower.get(own.follower)).toBe(own.id);
    expect(state.traders.get(own.follower)?.status).not.toBe('ACTIVE');
    expect(own.shared).toBeGreaterThanOrEqual(0n);
    for (const { instrument, position, qty } of own.copies.values()) {
      const held = futures.accounts.get(own.follower)?.positions.get(instrument);
      expect(held?.id).toBe(position);
      expect(held!.qty).toBeGreaterThanOrEqual(qty);
    }
  }
  for (const [trader, pending] of state.leads) {
    const active = [...state.follows.values()].filter(
      (own) => own.trader === trader && own.state === 'ACTIVE',
    );
    for (const { lead, waiting } of pending) {
      expect(waiting).toBeGreaterThan(0);
      expect(active.filter(({ handled }) => handled < lead.id)).toHaveLength(waiting);
    }
  }
}

test('after every command the state and all that is kept of it agree', () => {
  let events = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      const world = worldWith(PLAYERS);
      setTrader(world);
      for (let player = 3; player <= PLAYERS; player += 1) follow(world, {}, { player });
      for (const each of steps) {
        const before = new Map(world.book.copytrade.follows);
        const answer = act(world, each);
        if (answer?.ok !== true) continue;
        events += 1;
        check(world);
        if (answer.event.kind !== 'FUTURES_FILLED' || answer.event.copy?.cause !== 'MIRROR') continue;
        const own = world.book.copytrade.follows.get(answer.event.copy.follow!)!;
        const opened = answer.event.fills.some(({ openedQty }) => openedQty > 0n);
        if (opened) expect(usedBy(own)).toBeLessThanOrEqual(own.maxBet);
        if (opened) expect(usedBy(own) - usedBy(before.get(own.id)!)).toBeLessThanOrEqual(own.oneMaxBet);
        expect(nextLead(world.book.copytrade, own)?.id ?? Infinity).toBeGreaterThan(own.handled);
      }
    }),
    { numRuns: 60, seed: 5 },
  );
  expect(events).toBeGreaterThan(500);
});
