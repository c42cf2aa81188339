// When the players trade coin futures, and what they do with their money around an order.
import type { Amount } from '@maru/engine/amount';
import type { FuturesPlayerCommand } from '@maru/engine/futures/commands';
import type { AnyCommand } from '@maru/engine/products';
import { share, streams } from '../dice.ts';
import type { ProductClient } from '../product.ts';
import { holdAll, refillFor, releaseOf, siteOf } from '../workload.ts';
import { futuresAskOf, MONEY_FOR_FUTURES } from './asks.ts';
import { fraction, subtract, times, unitsDown } from './fraction.ts';
import { INSTRUMENTS, marketIn } from './market.ts';
import { ordersOf, positionsOf } from './twin.ts';
import { crossWorth } from './twin-account.ts';

export const futuresMomentOf = (seed: number, player: number, index: number): number =>
  share(seed, streams.workload, player, index + 19_000, 3);

/** Somebody without an account yet mostly comes back later, as long as something may fail. */
function isTooEarly({ stage, oracle, player }: ProductClient, index: number): boolean {
  if (oracle.state().players.has(player) || stage.faults.isOver()) return false;
  return share(stage.plan.seed, streams.workload, player, index, 67) > 0.1;
}

/** So much can be taken from a cross account that it is warned of, and not yet liquidated. */
function spareOf({ stage, oracle, player }: ProductClient, wallet: string, at: number): bigint {
  const market = marketIn(stage.plan.seed);
  const free = oracle.freeOf(player, wallet);
  const account = { wallet, free, positions: positionsOf(oracle.state().futures, player) };
  const worth = crossWorth(account, (instrument) => {
    const quote = market.quoteOf(instrument, at);
    return quote && { quote, terms: market.termsOf(siteOf(player, stage.plan.sites), instrument, at) };
  });
  if (worth === undefined || worth.marked.length === 0) return 0n;
  const spare = unitsDown(subtract(worth.balance, times(worth.maintenance, fraction(112n, 100n))));
  return spare < free ? spare : free;
}

export function askFutures(client: ProductClient, name: string, index: number): void {
  const { stage, oracle, player, send } = client;
  if (isTooEarly(client, index)) {
    const leftMs = stage.plan.faultsEndMs - stage.scheduler.nowMs();
    const waitMs = leftMs * share(stage.plan.seed, streams.workload, player, index, 68) + 1;
    stage.scheduler.after(waitMs, () => askFutures(client, name, index));
    return;
  }
  const { seed, sites, players, contracts } = stage.plan;
  const session = client.session();
  const nowMs = () => Math.max(stage.clock().nowMs, oracle.lastAt());
  const state = oracle.state().futures;
  const [orders, positions] = [ordersOf(state, player), positionsOf(state, player)];
  const { command, stamp, twice } = futuresAskOf(index, {
    ...marketIn(seed),
    ...{ seed, player, sites, session, contracts, clockMs: nowMs(), orders, positions },
    free: (wallet) => oracle.freeOf(player, wallet),
    strangersOrder: ordersOf(state, (player % players) + 1)[0]?.id ?? 7,
    openNow: () => positionsOf(oracle.state().futures, player),
  });
  const wallets = new Set(INSTRUMENTS.slice(0, contracts).map(({ wallet }) => wallet));
  for (const [place, wallet] of [...wallets].entries()) {
    const isIdle = [...orders, ...positions].every((each) => each.wallet !== wallet);
    const number = index * 2 + place;
    const who = { player, sites, session };
    const free = oracle.freeOf(player, wallet);
    if (isIdle && free < MONEY_FOR_FUTURES) {
      const refill = refillFor(who, wallet, 300_000 + number);
      const amount = MONEY_FOR_FUTURES as Amount;
      send(`${name}r${place}`, 2_900_000 + number, { ...refill, amount } as AnyCommand);
    }
    // Whoever takes the free money away leaves a cross account with too little, and may owe when a loss is closed.
    const draw = share(seed, streams.workload, player, index, 63 + place);
    const spare = draw < 0.07 ? free : draw < 0.14 ? spareOf(client, wallet, nowMs()) : 0n;
    if (!isIdle && spare > 0n)
      send(`${name}h${place}`, 2_950_000 + number, holdAll(who, wallet, spare, 300_000 + number));
    const [held] = oracle.holdsOf(player);
    if (!isIdle && held !== undefined && draw > 0.8)
      send(`${name}f${place}`, 2_970_000 + number, releaseOf(who, held, 300_000 + number));
  }
  const stamped = (asked: AnyCommand) => stamp(asked as FuturesPlayerCommand, nowMs());
  send(name, 3_000_000 + index * 2, command, stamped);
  if (twice) send(`${name}b`, 3_000_001 + index * 2, command, stamped);
}
