// Where records of the journal's files end, one for every few dozen kilobytes: reading on from a batch starts at the
// place before it and not at the beginning of its file.

export interface Place {
  readonly batch: number;
  readonly hash: string;
  /** Where the record after this one begins. */
  readonly offset: number;
}

export interface Places {
  /** Notes a record that ends here; kept only when it is far enough from the one before. */
  note(name: string, place: Place): void;
  /** The last known place at or before this batch. */
  find(name: string, batch: number): Place | undefined;
  forget(name: string): void;
}

const APART_BYTES = 64 * 1024;
const FILES_KEPT = 8;

export function createPlaces(): Places {
  const files = new Map<string, Place[]>();
  return {
    note(name, place) {
      let known = files.get(name);
      if (known === undefined) {
        known = [];
        files.set(name, known);
        const [oldest] = files.keys();
        if (files.size > FILES_KEPT && oldest !== undefined) files.delete(oldest);
      }
      if (place.offset >= (known.at(-1)?.offset ?? 0) + APART_BYTES) known.push(place);
    },
    find: (name, batch) => files.get(name)?.findLast((place) => place.batch <= batch),
    forget(name) {
      files.delete(name);
    },
  };
}
