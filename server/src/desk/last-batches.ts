// How far the tables must be before they show a player everything that the desk has answered to the player.
import { isPacked, pays, type Shares } from '@maru/engine/payment/shares';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import { playersPaid } from '@maru/engine/residents';
import type { DurableBatch } from '../journal/record.ts';

export interface LastBatches {
  note(batch: Pick<DurableBatch, 'batch' | 'events'>): void;
  /** The last batch with a step of the player, of the house with an event without steps; undefined when the tables are known to have it. */
  of(player: PlayerId): number | undefined;
  /** All players whose last batch is not in the tables yet. */
  unpassed(): Set<PlayerId>;
  /** The tables have passed this batch of the player. */
  forget(player: PlayerId, batch: number): void;
}

interface PaymentBatch {
  readonly batch: number;
  readonly shares: Shares;
}

/** `passed`: how far the tables are. */
export function createLastBatches(passed: () => number): LastBatches {
  const batches = new Map<PlayerId, number>();
  /** A payment has steps of thousands of players, most of whom never ask: it is searched when a player does. */
  let payments: readonly PaymentBatch[] = [];

  function forgetPassed(): void {
    const mark = passed();
    if (payments.length > 0) payments = payments.filter(({ batch }) => batch > mark);
  }

  /** A desk that loads again receives old batches again, while lists wait for newer ones. */
  const noteLast = (player: PlayerId, batch: number): void => {
    batches.set(player, Math.max(batch, batches.get(player) ?? 0));
  };

  return {
    note({ batch, events }) {
      forgetPassed();
      for (const event of events) {
        if (isPacked(event)) payments = [...payments, { batch, shares: event.shares }];
        else if (event.steps.length === 0) noteLast(HOUSE, batch);
        else for (const { player } of event.steps) noteLast(player, batch);
      }
    },
    of(player) {
      forgetPassed();
      let last = batches.get(player);
      for (const { batch, shares } of payments) if (batch > (last ?? 0) && pays(shares, player)) last = batch;
      return last;
    },
    unpassed() {
      forgetPassed();
      const mark = passed();
      const players = new Set<PlayerId>();
      for (const [player, batch] of batches) {
        if (batch <= mark) batches.delete(player);
        else players.add(player);
      }
      for (const { shares } of payments) for (const player of playersPaid(shares)) players.add(player);
      return players;
    },
    forget(player, batch) {
      if (batches.get(player) === batch) batches.delete(player);
    },
  };
}
