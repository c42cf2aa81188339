// Starts with a wrong disk: another shard's, an older copy, an empty one. And damage to bytes that were synced.
import { recordOf } from './durable-record.ts';
import type { Storage } from './storage.ts';
import { createMedium, type Medium } from './virtual-disk.ts';

/** A wrong disk that can be noticed: one that ends before what the tables have already seen. */
export function wrongDiskFor(
  storage: Storage,
  shard: number,
  draw: number,
): { readonly kind: string; readonly medium: Medium } | undefined {
  const { medium, tables } = storage;
  const seen = tables.rows.mark.batch;
  if (seen < 2) return undefined;
  if (draw < 0.3) return { kind: 'empty', medium: createMedium() };
  const copy = medium.copy();
  if (draw < 0.6) {
    const moved = new Map(
      [...copy.files].map(([name, file]) => [name.replace(`${shard}-`, `${shard + 1}-`), file]),
    );
    return { kind: 'of another shard', medium: createMedium(undefined, moved) };
  }
  // The copy stops somewhere before the batch that the tables have seen last; opening it adds a batch of its own.
  const last = Math.floor(((draw - 0.6) / 0.4) * (seen - 1));
  for (const [name, file] of copy.files) {
    const left = linesUpTo(file.cache, last);
    if (left.length === 0) copy.files.delete(name);
    else copy.files.set(name, { cache: left, medium: left });
  }
  return { kind: `an older copy up to batch ${last}`, medium: copy };
}

function linesUpTo(bytes: Buffer, last: number): Buffer {
  let end = 0;
  for (let next = bytes.indexOf(10); next !== -1; next = bytes.indexOf(10, end)) {
    const batch = Number(/"batch":(\d+)/.exec(bytes.toString('utf8', end, next))?.[1] ?? Number.NaN);
    if (!(batch <= last)) break;
    end = next + 1;
  }
  return bytes.subarray(0, end);
}

/**
 * Flips one bit of a record that is neither loose nor the last of its file. Returns how to mend it. (A flipped bit in
 * the very last record looks like a torn tail; only tables that have seen that record can tell.)
 */
export function flipSyncedByte(medium: Medium, draw: number): (() => void) | undefined {
  const files = [...medium.files].filter(([, file]) => lastLineStart(file.medium) > 0);
  const [, file] = files[draw % Math.max(1, files.length)] ?? [];
  if (file === undefined || file.cache.length !== file.medium.length) return undefined;
  const at = draw % lastLineStart(file.medium);
  const flip = () => {
    const bytes = Buffer.from(file.cache);
    const loose = file.cache.length > file.medium.length;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (draw & 7));
    file.cache = bytes;
    file.medium = loose ? bytes.subarray(0, file.medium.length) : bytes;
  };
  flip();
  return () => {
    if (file.medium.length > at) flip();
  };
}

/** Where the last whole record begins; what is torn after it will be cut and proves nothing. */
function lastLineStart(bytes: Buffer): number {
  let last = 0;
  for (let start = 0, end = bytes.indexOf(10); end !== -1; start = end + 1, end = bytes.indexOf(10, start))
    if (recordOf(bytes.toString('utf8', start, end)) !== undefined) last = start;
  return last;
}
