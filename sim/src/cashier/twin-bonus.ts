// What the twin makes of bonuses: they lock no money that comes later, and none once their turnover is reached
// (docs/rules.md 6.3).
import type { BonusNote } from '@maru/engine/cashier/events';
import type { AnyEvent } from '@maru/engine/products';
import { expectedPayment, type PaidEvent, queueOf } from '../rounds/twin-pay.ts';
import type { TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { bonusesIn, isIn } from './twin.ts';
import { isCashierEvent, openRequest } from './twin-events.ts';

/** In which wallet money comes in or may come in: bonuses of it are cut to what it holds before. */
function touchedWallet(
  state: TwinState,
  event: AnyEvent,
): readonly [player: number, wallet: string] | undefined {
  const player = event.steps[0]?.player ?? 0;
  if (event.kind === 'PRACTICE_REFILLED' || event.kind === 'BET_PLACED' || event.kind === 'BALL_BET_PLACED')
    return [player, event.wallet];
  if (!isCashierEvent(event)) return undefined;
  switch (event.kind) {
    case 'REQUEST_MADE':
      return isIn(event.type) ? [player, event.wallet] : undefined;
    case 'REQUEST_REJECTED':
    case 'REQUEST_CANCELLED':
      return isIn(event.type) ? [player, openRequest(state, event).wallet] : undefined;
    case 'REQUEST_DONE':
      return [player, openRequest(state, event).wallet];
    case 'DEPOSIT_CREDITED':
    case 'COUPON_USED':
      return [player, event.wallet];
    case 'CONVERTED':
      return [player, event.to];
    case 'MONEY_TRANSFERRED':
      return [event.recipient, event.to];
    default:
      return undefined;
  }
}

/** What an event means for the bonuses in one wallet. */
interface Touch {
  readonly player: number;
  readonly wallet: string;
  /** Stakes that were decided. */
  readonly turnover: bigint;
  readonly result: bigint;
}

function touchesOf(state: TwinState, event: AnyEvent): readonly Touch[] {
  if (event.kind === 'ROUND_PAID' || event.kind === 'BALL_PAID') return paidTouches(state, event);
  const touched = touchedWallet(state, event);
  if (touched === undefined) return [];
  return [{ player: touched[0], wallet: touched[1], turnover: 0n, result: 0n }];
}

/** Bet by bet: a stake counts once, when its bet is won or lost. What is void counts for nothing. */
function paidTouches(state: TwinState, event: PaidEvent): readonly Touch[] {
  const touches = new Map<string, Touch>();
  for (const { bet, judged } of expectedPayment(state, queueOf(state, event)).outcomes) {
    const { player, wallet, stake, paid } = bet;
    const name = `${player}:${wallet}`;
    const before = touches.get(name) ?? { player, wallet, turnover: 0n, result: 0n };
    const turnover = paid === undefined && judged.status !== 3 ? stake : 0n;
    const result = judged.credit - (paid?.credit ?? stake);
    touches.set(name, {
      ...before,
      turnover: before.turnover + turnover,
      result: before.result + result,
    });
  }
  return [...touches.values()];
}

/** Bonuses are given here in wallets from which only bets are staked. */
function notesOf(state: TwinState, event: AnyEvent): readonly BonusNote[] {
  if (state.cashier.bonuses.size === 0) return [];
  const cut = new Map<number, { id: number; locked: bigint; turnoverLeft: bigint }[]>();
  for (const { player, wallet, turnover, result } of touchesOf(state, event)) {
    const { free, wait } = pursesOf(player, wallet);
    const held = unitsIn(state, free) + unitsIn(state, wait) + (result < 0n ? result : 0n);
    let room = event.kind === 'PRACTICE_REFILLED' || held < 0n ? 0n : held;
    let staked = turnover;
    for (const { id, locked, left } of bonusesIn(state.cashier, player, wallet)) {
      const by = staked < left ? staked : left;
      staked -= by;
      const kept = by === left ? 0n : locked < room ? locked : room;
      room -= kept;
      if (kept !== locked || by > 0n)
        cut.set(player, [...(cut.get(player) ?? []), { id, locked: kept, turnoverLeft: left - by }]);
    }
  }
  return Array.from(
    cut,
    ([player, bonuses]) => ({ product: 'cashier', player, bonuses }) as unknown as BonusNote,
  );
}

/** What is kept of an event is a part of it, and follows from the rules as the event does. */
export function checkBonusNotes(state: TwinState, event: AnyEvent): void {
  const own = (event.notes ?? []).filter(({ product }) => product === 'cashier');
  const meant = notesOf(state, event);
  if (own.length === 0 && meant.length === 0) return;
  const [written, due] = [noteText(own), noteText(meant)];
  if (written !== due) throw new Violation('I-73', `event ${event.id} notes ${written}, the rules ${due}`);
}

const noteText = (notes: readonly object[]): string =>
  JSON.stringify(notes, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

export function followBonuses({ cashier }: TwinState, { notes }: AnyEvent): void {
  for (const note of notes ?? []) {
    if (note.product !== 'cashier') continue;
    for (const { id, locked, turnoverLeft: left } of (note as BonusNote).bonuses) {
      const bonus = cashier.bonuses.get(id);
      if (bonus === undefined) throw new Violation('I-73', `bonus ${id} ends twice`);
      if (locked > 0n && left > 0n) cashier.bonuses.set(id, { ...bonus, locked, left });
      else cashier.bonuses.delete(id);
    }
  }
}
