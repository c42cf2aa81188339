// Traders, follows and leads after the durable events: what is mirrored, watched and settled is derived from it and from
// nothing else, so a platform that starts again finds the same work.
import { applyCopytrade, applyNote, putFollow, putLead, putTrader } from '@maru/engine/copytrade/apply';
import type { CopytradeEvent, CopytradeNote } from '@maru/engine/copytrade/events';
import { type CopytradeState, emptyCopytrade } from '@maru/engine/copytrade/state';
import { type AnyEvent, productOfEvent } from '@maru/engine/products';
import type { CopytradeHeld } from './reads.ts';

export interface CopiedState {
  /** Only to be read; the desk's own book may be a batch ahead. */
  readonly state: CopytradeState;
  begin(held: CopytradeHeld): void;
  /** The next durable event, of whatever product. Returns what it says of copy trading. */
  follow(event: AnyEvent): CopyNews;
}

export interface CopyNews {
  readonly event: CopytradeEvent | undefined;
  readonly notes: readonly CopytradeNote[];
}

const NO_NEWS: CopyNews = { event: undefined, notes: [] };

export const isCopytradeEvent = (event: AnyEvent): event is AnyEvent & CopytradeEvent =>
  productOfEvent(event.kind).product.name === 'copytrade';

export const copytradeNotes = ({ notes = [] }: Pick<AnyEvent, 'notes'>): readonly CopytradeNote[] =>
  notes.filter((note): note is CopytradeNote => note.product === 'copytrade');

export function createCopiedState(): CopiedState {
  const state = emptyCopytrade({ isDigested: false });
  const book = { copytrade: state };
  return {
    state,
    begin({ traders, follows, leads }) {
      for (const trader of traders) putTrader(state, trader);
      for (const follow of follows) putFollow(state, follow);
      for (const lead of leads) putLead(state, lead);
    },
    follow(event) {
      if (isCopytradeEvent(event)) {
        applyCopytrade(book, event);
        return { event, notes: [] };
      }
      if (event.notes === undefined) return NO_NEWS;
      const notes = copytradeNotes(event);
      for (const note of notes) applyNote(book, note);
      return notes.length === 0 ? NO_NEWS : { event: undefined, notes };
    },
  };
}
