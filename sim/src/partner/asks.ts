// What the platform asks about shares of partners: mostly what was approved, and what must be refused.
import type { Amount } from '@maru/engine/amount';
import type { ConfirmShare } from '@maru/engine/partner/commands';
import { playerId, siteId } from '@maru/engine/purse';
import { type Dice, diceFor } from '../dice.ts';
import { roleOf, siteOf } from '../workload.ts';

const UNIT = 100_000_000n;
export const STAFF = [911, 912, 913] as const;

interface World {
  readonly seed: number;
  readonly players: number;
  readonly sites: number;
}

export function partnersOf(seed: number, players: number): readonly number[] {
  const all = Array.from({ length: players }, (_, place) => place + 1);
  return all.filter((player) => roleOf(seed, player) === 'PARTNER');
}

/** Whoever sends a settlement again sends the same: as the server does, it follows from the number alone. */
export function confirmOf({ seed, players, sites }: World, settlement: number): ConfirmShare {
  const dice = diceFor(seed, 'workload', settlement, 33_000_000);
  const partners = partnersOf(seed, players);
  const partner = partners[dice.below(Math.max(1, partners.length))];
  const player = partner === undefined || dice.chance(0.1) ? 1 + dice.below(players + 1) : partner;
  const fromDay = 20_000 + dice.below(300);
  const body = {
    wallet: dice.chance(0.04) ? 'GOLD' : dice.pick(['BINARY', 'BINARY', 'FUTURES', 'BTC', 'DOGE']),
    amount: amountOf(dice),
    settlement,
    ...{ fromDay, throughDay: fromDay + dice.below(40) },
    requestedBy: dice.chance(0.04) ? player : STAFF[0],
    approvedBy: dice.chance(0.06) ? dice.pick([STAFF[0], player]) : dice.pick([STAFF[1], STAFF[2]]),
  };
  return {
    ...{ kind: 'CONFIRM_SHARE', site: siteId(siteOf(player, sites)), player: playerId(player), ...body },
    key: keyOf(settlement, body.amount, Object.values(body).join(' ')),
  };
}

function amountOf(dice: Dice): Amount {
  const odd = [0n, -UNIT, 1n, UNIT / 10_000n, UNIT + 1n] as const;
  return (dice.chance(0.15) ? dice.pick(odd) : BigInt(1 + dice.below(5_000)) * UNIT) as Amount;
}

/** The same settlement with another amount, which nobody approved. */
export function wrongAmountOf(world: World, settlement: number, by: bigint): ConfirmShare {
  const right = confirmOf(world, settlement);
  const amount = (right.amount + by * UNIT) as Amount;
  return { ...right, amount, key: keyOf(settlement, amount, `${right.key?.fingerprint} but ${amount}`) };
}

const keyOf = (settlement: number, amount: Amount, fingerprint: string) => ({
  key: `partner-settlement-${settlement}`,
  fingerprint: `${amount} ${fingerprint}`,
});
