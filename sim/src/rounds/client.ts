// When the players bet, and what they do with their money around a bet.
import type { AnyCommand } from '@maru/engine/products';
import { share, streams } from '../dice.ts';
import type { ProductClient } from '../product.ts';
import type { TwinState } from '../twin.ts';
import { holdAll, refillFor, siteOf } from '../workload.ts';
import { type BetCommand, betOf } from './asks.ts';
import { isDecided } from './twin.ts';

/** Half of the bets of all players come at the same few moments, so that they coincide. */
export function betMomentOf(seed: number, player: number, index: number): number {
  const at = (salt: number) => share(seed, streams.workload, player, index + salt, 3);
  const crowd = share(seed, streams.workload, index, 41);
  return at(6_000) < 0.5 ? crowd * 0.97 + at(8_000) * 0.03 : at(8_000);
}

export function askBet(client: ProductClient, name: string, index: number): void {
  const { stage, oracle, player, send } = client;
  const { plan } = stage;
  const session = client.session();
  const { command, stamp, twice } = betOf(index, {
    seed: plan.seed,
    player,
    sites: plan.sites,
    session,
    offers: plan.offers,
    clockMs: stage.clock().nowMs,
    free: (wallet) => oracle.freeOf(player, wallet),
    openings: (offer) =>
      openRounds(oracle.state(), siteOf(player, plan.sites))
        .filter((round) => round.id % 100_000 === offer)
        .map((round) => round.open),
  });
  const { wallet } = command.terms;
  const who = { player, sites: plan.sites, session };
  const free = oracle.freeOf(player, wallet);
  if (free < command.stake && wallet !== 'GOLD')
    send(`${name}r`, 600_000 + index, refillFor(who, wallet, index));
  else if (free > 0n && share(plan.seed, streams.workload, player, index, 43) < 0.2)
    send(`${name}h`, 700_000 + index, holdAll(who, wallet, free, index));
  const stamped = (asked: AnyCommand, clockMs: number) => stamp(asked as BetCommand, clockMs);
  send(name, 400_000 + index * 2, command, stamped);
  if (twice) send(`${name}b`, 400_001 + index * 2, command, stamped);
}

/** Rounds of this site that are still open, as anybody could see them listed. */
const openRounds = ({ rounds, balls }: TwinState, site: number) => [
  ...[...rounds.values()].filter((round) => round.site === site && !isDecided(round)),
  ...[...balls.values()].filter((ball) => ball.site === site && ball.salt === undefined),
];
