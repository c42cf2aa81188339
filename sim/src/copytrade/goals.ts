// What must happen to traders, follows and copies sometimes, read from the journal.
import type { MissedReason } from '@maru/engine/copytrade/events';
import type { FuturesFilled } from '@maru/engine/futures/events';
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import { activeOf, followOfPlayer } from './twin.ts';
import { notesIn } from './twin-events.ts';

export const copytradeGoals = [
  'copytrade: followed',
  'copytrade: followed again',
  'copytrade: settings changed',
  'copytrade: one lead copied by several',
  'copytrade: copy opened',
  'copytrade: copy added to',
  'copytrade: part of a copy closed',
  'copytrade: copy closed with its trader',
  'copytrade: position turned',
  'copytrade: isolated copy',
  'copytrade: copy with less leverage',
  'copytrade: several leads waited',
  'copytrade: lead of an earlier owner copied',
  'copytrade: close that waited was filled',
  'copytrade: close missed',
  'copytrade: missed for PAIR_OFF',
  'copytrade: missed for PAUSED',
  'copytrade: missed for OWN_POSITION',
  'copytrade: missed for STOPPED',
  'copytrade: missed for NO_PRICE',
  'copytrade: missed for SLIPPAGE',
  'copytrade: missed for CAP',
  'copytrade: missed for BALANCE',
  'copytrade: missed for MIN_QTY',
  'copytrade: missed for LEVERAGE',
  'copytrade: missed for NO_COPY',
  'copytrade: missed for LIMIT',
  'copytrade: copy closed by hand',
  'copytrade: several copies closed at once',
  'copytrade: loss limit reached',
  'copytrade: copy liquidated',
  'copytrade: detached by OFF',
  'copytrade: detached by DELETED',
  'copytrade: detached by a liquidation',
  'copytrade: what waited was dropped',
  'copytrade: part of a mixed position closed',
  'copytrade: share paid',
  'copytrade: share paid again above the old high',
  'copytrade: share waived',
  'copytrade: ended by FOLLOWER',
  'copytrade: ended by TRADER',
  'copytrade: ended by PLATFORM',
] as const;
export type CopytradeGoal = (typeof copytradeGoals)[number];

/** Nothing but a wrong rule makes a lead fail. */
type Expected = Exclude<MissedReason, 'FAILED'>;

/** A close that is filled so long after its trader's has waited for a price. */
const LATE_MS = 5_000;

export function createCopytradeGoals(reached: (goal: CopytradeGoal) => void) {
  const followed = new Set<number>();
  const copied = new Set<number>();
  /** Under which owner each lead was made. */
  const epochs = new Map<number, number>();

  function noteFill(event: FuturesFilled, epoch: number, state: TwinState): void {
    const { fills, copy: mark } = event;
    for (const note of notesIn(event)) {
      if (note.kind === 'DETACHED') {
        reached('copytrade: detached by a liquidation');
        noteDropped(state, note.player);
      }
      if (note.kind === 'LEADS') {
        for (const { id } of note.leads) epochs.set(id, epoch);
        if (note.leads.length === 2) reached('copytrade: position turned');
        continue;
      }
      if (note.kind !== 'COPIED') continue;
      if (mark?.cause === 'OWN') reached('copytrade: copy closed by hand');
      if (mark?.cause === 'LOSS_LIMIT') reached('copytrade: loss limit reached');
      if (mark !== undefined && note.copies.length > 1) reached('copytrade: several copies closed at once');
      if (event.liquidation !== undefined) reached('copytrade: copy liquidated');
      for (const { copy, fill } of note.copies) {
        const left = fills[fill]?.position?.qty;
        if (copy !== undefined && left !== undefined && left > copy.qty)
          reached('copytrade: part of a mixed position closed');
      }
      if (note.lead !== undefined) noteLead(event, note.lead, epoch);
    }
  }

  function noteLead(
    { at, fills, copy: mark }: FuturesFilled,
    lead: { readonly id: number; readonly kind: string; readonly leadAt: number },
    epoch: number,
  ): void {
    const [fill] = fills;
    if (copied.has(lead.id)) reached('copytrade: one lead copied by several');
    copied.add(lead.id);
    if ((epochs.get(lead.id) ?? epoch) < epoch) reached('copytrade: lead of an earlier owner copied');
    if (lead.kind === 'CLOSE') {
      reached(
        fill?.position === undefined
          ? 'copytrade: copy closed with its trader'
          : 'copytrade: part of a copy closed',
      );
      if (at - lead.leadAt > LATE_MS) reached('copytrade: close that waited was filled');
      return;
    }
    reached(fill?.openedAt === undefined ? 'copytrade: copy opened' : 'copytrade: copy added to');
    if (fill?.marginType === 'ISOLATED') reached('copytrade: isolated copy');
    if (mark?.sizing?.leverage === 3) reached('copytrade: copy with less leverage');
  }

  function noteDropped(state: TwinState, trader: number): void {
    const last = state.copytrade.traders.get(trader)?.lastLead ?? 0;
    if (activeOf(state, trader).some(({ handled }) => handled < last))
      reached('copytrade: what waited was dropped');
  }

  /** Called before the twin applies the event: the state is as it was. */
  return (event: AnyEvent, epoch: number, state: TwinState): void => {
    switch (event.kind) {
      case 'FUTURES_FILLED':
        noteFill(event, epoch, state);
        return;
      case 'COPY_TRADER_SET':
        if (event.detached.length === 0) return;
        reached(`copytrade: detached by ${event.trader.status === 'DELETED' ? 'DELETED' : 'OFF'}`);
        noteDropped(state, event.trader.player);
        return;
      case 'COPY_FOLLOWED':
        reached(followed.has(event.follow.follower) ? 'copytrade: followed again' : 'copytrade: followed');
        followed.add(event.follow.follower);
        return;
      case 'COPY_FOLLOW_CHANGED':
        reached('copytrade: settings changed');
        return;
      case 'COPY_MISSED': {
        reached(`copytrade: missed for ${event.reason as Expected}`);
        const own = followOfPlayer(state, event.steps[0]?.player ?? 0);
        const last = own && state.copytrade.traders.get(own.trader)?.lastLead;
        if (last !== undefined && last > event.lead.id) reached('copytrade: several leads waited');
        if (event.lead.kind === 'CLOSE' && event.reason !== 'NO_COPY') reached('copytrade: close missed');
        return;
      }
      case 'COPY_SHARED':
        reached(
          event.shared > event.share
            ? 'copytrade: share paid again above the old high'
            : 'copytrade: share paid',
        );
        return;
      case 'COPY_ENDED':
        reached(`copytrade: ended by ${event.by}`);
        if (event.waived > 0n) reached('copytrade: share waived');
        return;
      default:
    }
  };
}
