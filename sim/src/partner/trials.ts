// What might be asked about shares of partners at any moment: of members who are no partners, of what is confirmed
// already, by one person alone, about the share of another.
import type { Amount } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { PartnerCommand } from '@maru/engine/partner/commands';
import { type PlayerId, playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin, TwinState } from '../twin.ts';
import { STAFF } from './asks.ts';

/** Of all trials of a run: the rules are few. */
const PART = 10;

export function tryPartner(book: Book, twin: Twin, plan: Plan): void {
  const { state } = twin;
  if (plan.shareRuns === 0 || (state.partner.open.size === 0 && state.lastEvent % PART !== 0)) return;
  for (let index = 0; index < plan.trials / PART; index += 1) {
    const dice = diceFor(plan.seed, 'workload', 34_000_000 + state.lastEvent, index);
    const command = trialOf(dice, state);
    if (command !== undefined && book.players.has(command.player as PlayerId))
      tryDecision(book, twin, command, state.lastAt as Millis);
  }
}

function trialOf(dice: Dice, state: TwinState): PartnerCommand | undefined {
  const players = [...state.players.values()];
  const open = [...state.partner.open.values()];
  const share = open[dice.below(open.length)];
  const anybody = players[dice.below(players.length)];
  const player = dice.chance(0.6) ? (state.players.get(share?.player ?? 0) ?? anybody) : anybody;
  if (player === undefined) return undefined;
  const by = [...STAFF, player.id] as const;
  const to = { site: siteId(player.site), player: playerId(player.id) };
  if (share !== undefined && dice.chance(0.4))
    return { kind: 'PAY_SHARE', ...to, share: share.id + (dice.chance(0.1) ? 1 : 0), staff: dice.pick(by) };
  const settlement = share !== undefined && dice.chance(0.5) ? share.settlement : 1_000_000 + state.lastEvent;
  return {
    ...({ kind: 'CONFIRM_SHARE', ...to, settlement, fromDay: 20_000, throughDay: 20_001 } as const),
    wallet: dice.pick(['BINARY', 'FUTURES', 'BTC', 'GOLD']),
    amount: dice.pick([100_000_000n, 10_000n, 1n, 0n, -100_000_000n]) as Amount,
    ...{ requestedBy: dice.pick(by), approvedBy: dice.pick(by) },
  };
}
