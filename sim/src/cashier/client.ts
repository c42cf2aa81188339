// When players go to the cashier, and with what money.
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import { share, streams } from '../dice.ts';
import type { ProductClient } from '../product.ts';
import { refillFor, siteOf } from '../workload.ts';
import { COIN, cashierAskOf, UNIT } from './asks.ts';
import { hashOf } from './codes.ts';
import { isIn, requestsOf } from './twin.ts';

/** Half of what all players ask comes at the same few moments, so that they race for the same codes. */
export function cashMomentOf(seed: number, player: number, index: number): number {
  const at = (salt: number) => share(seed, streams.workload, player, index + salt, 3);
  const crowd = share(seed, streams.workload, index, 47);
  return at(27_000) < 0.5 ? crowd * 0.98 + at(28_000) * 0.02 : at(28_000);
}

const ENOUGH = 50n * UNIT;

export function askCashier(client: ProductClient, name: string, index: number): void {
  const { stage, oracle, player, send } = client;
  const { seed, sites, players } = stage.plan;
  const session = client.session();
  const { cashier } = oracle.state();
  const who = { player, sites, session };
  if (oracle.freeOf(player, COIN) < UNIT && share(seed, streams.workload, player, index, 48) < 0.7) {
    const refill = refillFor(who, COIN, 500_000 + index);
    send(`${name}r`, 4_900_000 + index, { ...refill, amount: ENOUGH } as AnyCommand);
  }
  // Of contracts the twin does not know what they mean for a bonus.
  const { instruments, contracts } = stage.plan;
  const isWaiting = requestsOf(cashier, player).some(({ type }) => isIn(type));
  if (isWaiting && share(seed, streams.workload, player, index, 50) < 0.06)
    send(`${name}x`, 4_800_000 + index, {
      ...{
        kind: 'EXCLUDE_SELF',
        site: siteId(siteOf(player, sites)),
        player: playerId(player),
        session,
        months: 6,
      },
      key: { key: `cashx${index}`, fingerprint: 'exclude' },
    });
  const { command, twice } = cashierAskOf(index, {
    ...{ ...who, seed, players, clockMs: Math.max(stage.clock().nowMs, oracle.lastAt()) },
    free: (wallet) => oracle.freeOf(player, wallet),
    requests: requestsOf(cashier, player),
    strangersRequest: requestsOf(cashier, (player % players) + 1)[0]?.id ?? 7,
    isStaked: instruments === 0 && contracts === 0,
    codes: [0, 1, 2].map((number) => hashOf(seed, siteOf(player, sites), number)),
  });
  send(name, 5_000_000 + index * 2, command);
  if (twice) send(`${name}b`, 5_000_001 + index * 2, command);
}
