// Signatures that were accepted lately, so that none counts twice. Bounded: when it is full, nothing more is accepted
// until the oldest have run out, because forgetting one early would let it count again.
import type { Millis } from '@maru/engine/time';

export interface Replays {
  /** Notes the signature until then. `USED` when it is known already, `FULL` when there is no room. */
  note(signature: string, until: Millis, now: Millis): 'NOTED' | 'USED' | 'FULL';
}

const SLOT_MS = 5_000;
const MOST = 200_000;

export function createReplays(most = MOST): Replays {
  /** By the end of the time in which they matter, in slots: a slot is forgotten as a whole. */
  const slots = new Map<number, Set<string>>();
  let count = 0;

  function forget(now: Millis): void {
    for (const [slot, signatures] of slots) {
      if ((slot + 1) * SLOT_MS > now) continue;
      count -= signatures.size;
      slots.delete(slot);
    }
  }

  return {
    note(signature, until, now) {
      const slot = Math.floor(until / SLOT_MS);
      // Until when it matters follows from what is signed, so a repeat is in the same slot.
      if (slots.get(slot)?.has(signature) === true) return 'USED';
      if (!slots.has(slot)) forget(now);
      if (count >= most) return 'FULL';
      slots.set(slot, (slots.get(slot) ?? new Set()).add(signature));
      count += 1;
      return 'NOTED';
    },
  };
}
