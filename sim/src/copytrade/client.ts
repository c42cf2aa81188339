// When players ask, what they do with their money around it, and how a trader ends a follow.
import type { Amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import { share, streams } from '../dice.ts';
import { MONEY_FOR_FUTURES } from '../futures/asks.ts';
import { ordersOf, positionsOf } from '../futures/twin.ts';
import type { ProductClient } from '../product.ts';
import { holdAll, refillFor, releaseOf, siteOf } from '../workload.ts';
import { copyAskOf } from './asks.ts';
import { pricesOf } from './people.ts';
import { activeOf, dueOf, followOfPlayer, WALLET } from './twin.ts';

/** Traders are made first, and most of their followers follow soon. */
export function copyMomentOf(seed: number, player: number, index: number): number {
  const draw = share(seed, streams.workload, player, index + 23_000, 3);
  if (index < 2) return (index + draw) * 0.06;
  return index < 4 ? 0.1 + draw * 0.15 : 0.15 + draw * 0.85;
}

/** Who follows is asked for less than who is followed. */
const isIdleNow = ({ stage, oracle, player }: ProductClient, index: number): boolean =>
  index >= 4 &&
  followOfPlayer(oracle.state(), player)?.state === 'ACTIVE' &&
  share(stage.plan.seed, streams.workload, player, index, 79) < 0.6;

/** Nobody asks before there is an account, as long as something may fail. */
function isTooEarly({ stage, oracle, player }: ProductClient): boolean {
  return !oracle.state().players.has(player) && !stage.faults.isOver();
}

const NUMBERS = 40_000_000;

export function askCopytrade(client: ProductClient, name: string, index: number): void {
  const { stage, oracle, player, send } = client;
  const { seed, sites, players, contracts, faultsEndMs } = stage.plan;
  const draw = (salt: number) => share(seed, streams.workload, player, index, 70 + salt);
  if (isTooEarly(client)) {
    const leftMs = faultsEndMs - stage.scheduler.nowMs();
    stage.scheduler.after(leftMs * draw(0) * 0.5 + 1, () => askCopytrade(client, name, index));
    return;
  }
  if (isIdleNow(client, index)) return;
  const who = { player, sites, session: client.session() };
  const nowMs = () => Math.max(stage.clock().nowMs, oracle.lastAt());
  const state = oracle.state();
  const free = oracle.freeOf(player, WALLET);
  const isIdle = ordersOf(state.futures, player).length + positionsOf(state.futures, player).length === 0;
  const number = NUMBERS + index * 8;
  const [held] = oracle.holdsOf(player);
  const follow = followOfPlayer(state, player);
  if (held !== undefined && draw(1) < 0.6)
    send(`${name}f`, number + 4, releaseOf(who, held, 700_000 + index));
  else if (isIdle && free < MONEY_FOR_FUTURES && (follow === undefined || draw(2) < 0.3)) {
    const refill = { ...refillFor(who, WALLET, 700_000 + index), amount: MONEY_FOR_FUTURES as Amount };
    send(`${name}r`, number + 2, refill as AnyCommand);
  } else if (follow !== undefined && free > 0n && draw(3) < (dueOf(follow) > 0n ? 0.3 : 0.12)) {
    // Too little is left for the next copy, or for the share.
    const part = draw(4) < 0.5 ? free : (free * 9n) / 10n;
    send(`${name}h`, number + 3, holdAll(who, WALLET, part, 700_000 + index));
  }
  endOne(client, name, index, number);
  const know = { seed, players, contracts, ...who, state, clockMs: nowMs() };
  const { command, stamp, twice } = copyAskOf(index, know);
  const stamped = (asked: AnyCommand) => stamp(asked, nowMs(), oracle.state());
  send(name, number, command, stamped);
  if (twice) send(`${name}b`, number + 1, command, stamped);
}

/** A trader sends somebody away. */
function endOne(
  { stage, oracle, player, session, send }: ProductClient,
  name: string,
  index: number,
  number: number,
): void {
  const { seed, sites } = stage.plan;
  if (share(seed, streams.workload, player, index, 78) > 0.08) return;
  const state = oracle.state();
  const follows = activeOf(state, player);
  const flat = follows.find(({ copies }) => copies.size === 0) ?? follows[0];
  if (flat === undefined) return;
  const command = {
    ...{ kind: 'END_FOLLOW', site: siteId(siteOf(player, sites)), player: playerId(player) },
    ...{ session: session(), follow: flat.id, other: flat.follower, priced: [] },
    key: { key: `away${index}`, fingerprint: `end ${flat.id}` },
  } as AnyCommand;
  send(`${name}e`, number + 5, command, (asked) => {
    const at = Math.max(stage.clock().nowMs, oracle.lastAt());
    const own = positionsOf(oracle.state().futures, flat.follower);
    return { ...asked, priced: pricesOf(seed, siteOf(player, sites), own, at) } as AnyCommand;
  });
}
