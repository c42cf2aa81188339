// When the players trade, and what they do with their money around an order.
import type { AnyCommand } from '@maru/engine/products';
import { share, streams } from '../dice.ts';
import type { ProductClient } from '../product.ts';
import { holdAll, refillFor, siteOf } from '../workload.ts';
import { MONEY_FOR_ORDERS, type OverseaAskCommand, overseaAskOf } from './asks.ts';
import { INSTRUMENTS, overseaTermsAt } from './market.ts';
import { ordersOf, positionsOf } from './twin.ts';

export const orderMomentOf = (seed: number, player: number, index: number): number =>
  share(seed, streams.workload, player, index + 9_000, 3);

export function askOrder(client: ProductClient, name: string, index: number): void {
  const { stage, oracle, player, send } = client;
  const { seed, sites, players, instruments } = stage.plan;
  const session = client.session();
  const nowMs = () => Math.max(stage.clock().nowMs, oracle.lastAt());
  const state = oracle.state().oversea;
  const [orders, positions] = [ordersOf(state, player), positionsOf(state, player)];
  const { command, stamp, twice } = overseaAskOf(index, {
    ...{ seed, player, sites, session, instruments, clockMs: nowMs(), orders, positions },
    strangersOrder: ordersOf(state, (player % players) + 1)[0]?.id ?? 7,
  });
  const { wallet } = overseaTermsAt(seed, INSTRUMENTS[0], siteOf(player, sites), nowMs());
  const isIdle = orders.length === 0 && positions.length === 0;
  if (isIdle && oracle.freeOf(player, wallet) < MONEY_FOR_ORDERS && wallet !== 'GOLD') {
    const refill = refillFor({ player, sites, session }, wallet, 100_000 + index);
    send(`${name}r`, 800_000 + index, { ...refill, amount: MONEY_FOR_ORDERS } as AnyCommand);
  }
  // A player who holds the rest of the money owes when the losing leg is closed first.
  const free = oracle.freeOf(player, wallet);
  if (positions.length > 1 && free > 0n && share(seed, streams.workload, player, index, 45) < 0.35)
    send(`${name}h`, 850_000 + index, holdAll({ player, sites, session }, wallet, free, 100_000 + index));
  const stamped = (asked: AnyCommand) => stamp(asked as OverseaAskCommand, nowMs());
  send(name, 1_000_000 + index * 2, command, stamped);
  if (twice) send(`${name}b`, 1_000_001 + index * 2, command, stamped);
}
