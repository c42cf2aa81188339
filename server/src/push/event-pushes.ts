// Which pushes an event causes for its players. Nothing is added that the journal does not have, so missed pushes can
// be made again from the player's history.
import type { PlayerQueue, Push, QueuePushes } from '@maru/contract/realtime';
import type { Instrument } from '@maru/engine/market/instrument';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { eventsSeen } from '@maru/engine/view';

type ContentOf<Queue, P> =
  P extends Push<infer Type, infer Body>
    ? { readonly queue: Queue; readonly type: Type; readonly data: Body }
    : never;

/** The content that an event sends on one queue; its time and the player's sequence number are added to it. */
export type PushContent = { [Queue in PlayerQueue]: ContentOf<Queue, QueuePushes[Queue]> }[PlayerQueue];

/** Every instrument that was ever traded, by its number. */
export type InstrumentById = ReadonlyMap<number, Instrument>;

/**
 * The pushes of one product to a player for an event that this player may see whole; nothing about events of others.
 * Pure: the instruments are a list that does not change.
 */
export type PushesOf = (
  event: AnyEvent,
  player: PlayerId,
  instruments: InstrumentById,
) => readonly PushContent[];

interface QueuedPush {
  readonly queue: PlayerQueue;
  readonly push: Push & { readonly seq: number };
}

export interface PlayerPush extends QueuedPush {
  readonly player: PlayerId;
}

export interface EventPushes {
  /** For one player, from the event as this player sees it. */
  of(event: AnyEvent, player: PlayerId): readonly QueuedPush[];
  /** For all of its players, or for those that `isWanted` selects, in one pass: a payment has thousands of them. */
  ofAll(event: AnyEvent, isWanted?: (player: PlayerId) => boolean): readonly PlayerPush[];
}

/** The pushes of every product, in the order of the list. */
export function createEventPushes(
  products: readonly { readonly pushesOf: PushesOf }[],
  instruments: readonly Instrument[],
): EventPushes {
  const byId: InstrumentById = new Map(instruments.map((each) => [each.id, each]));

  function pushesOf(event: AnyEvent, player: PlayerId): readonly QueuedPush[] {
    const seq = event.steps.find((step) => step.player === player)?.seq;
    if (seq === undefined) return [];
    const pushes: QueuedPush[] = [];
    for (const product of products) {
      for (const { queue, type, data } of product.pushesOf(event, player, byId)) {
        pushes.push({ queue, push: { type, seq, at: event.at, data } });
      }
    }
    return pushes;
  }

  return {
    of: pushesOf,
    ofAll(event, isWanted) {
      const pushes: PlayerPush[] = [];
      for (const [player, seen] of eventsSeen(event, isWanted)) {
        for (const each of pushesOf(seen, player)) pushes.push({ player, ...each });
      }
      return pushes;
    },
  };
}
