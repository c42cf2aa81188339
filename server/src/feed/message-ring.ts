// The last messages of the feed as they were sent, for those who missed some. The leader keeps them, and so does everybody
// who follows: what one of them has seen and the next leader has not is handed to it.
import { comparePositions, type FeedHead, follows, type Position } from './feed-message.ts';

/** Half a minute of messages, and more: a follower that was away for longer reads the tables. */
const KEPT = 2_000;
/** Messages whose ticks are not in the tables are kept for longer, because nobody else may have them. */
const MOST_KEPT = 20_000;
/** What one answer has at most; the limit of the carrier is above it. */
const PAGE_BYTES = 200_000;

interface Kept extends FeedHead {
  readonly bytes: Uint8Array;
}

export interface MessageRing {
  add(head: FeedHead, bytes: Uint8Array): void;
  /** Messages up to this one need not be kept for their ticks any more. */
  written(position: Position): void;
  /** Those that follow directly, a page of them; undefined where the first of them is not here any more. */
  after(position: Position): readonly Uint8Array[] | undefined;
  /** Those after this position whose ticks may not be in the tables. */
  unwritten(after: Position): readonly Uint8Array[];
}

export function createMessageRing(): MessageRing {
  let kept: Kept[] = [];
  let safe: Position = { epoch: 0, number: 0 };

  function cut(): void {
    if (kept.length < 2 * KEPT) return;
    const unsafe = kept.findIndex((each) => comparePositions(each, safe) > 0);
    const inTables = unsafe < 0 ? kept.length : unsafe;
    kept = kept.slice(Math.max(Math.min(kept.length - KEPT, inTables), kept.length - MOST_KEPT));
  }

  return {
    add(head, bytes) {
      kept.push({ ...head, bytes });
      cut();
    },
    written(position) {
      if (comparePositions(position, safe) > 0) safe = position;
    },
    after(position) {
      let place = kept.length;
      while (place > 0 && comparePositions(kept[place - 1]!, position) > 0) place--;
      const first = kept[place];
      if (first === undefined) {
        const last = kept.at(-1);
        return last !== undefined && comparePositions(last, position) === 0 ? [] : undefined;
      }
      if (!follows(position, first)) return undefined;
      const page: Uint8Array[] = [];
      let bytes = 0;
      for (; place < kept.length; place++) {
        const each = kept[place]!;
        if (page.length > 0 && bytes + each.bytes.length > PAGE_BYTES) break;
        page.push(each.bytes);
        bytes += each.bytes.length;
      }
      return page;
    },
    unwritten: (after) =>
      kept
        .filter((each) => comparePositions(each, after) > 0 && comparePositions(each, safe) > 0)
        .map(({ bytes }) => bytes),
  };
}
