// The journal as it really is, read from the medium or from the committed rows by the oracle itself.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { AnyEvent } from '@maru/engine/products';
import { readBody } from '@maru/server/journal/record';
import { Violation } from './violation.ts';

export interface DurableBatch {
  readonly batch: number;
  readonly epoch: number;
  readonly previous: string;
  readonly hash: string;
  readonly events: readonly AnyEvent[];
}

export interface StoredRecord {
  readonly hash: string;
  readonly body: string;
}

const sha = (text: string) => hash('sha256', text);

/** The record of a line; undefined where the line is torn or damaged. */
export function recordOf(line: string): StoredRecord | undefined {
  const rest = line.slice(9);
  if (crc32(rest).toString(16).padStart(8, '0') !== line.slice(0, 8)) return undefined;
  return { hash: rest.slice(0, 64), body: rest.slice(65) };
}

export function readBatch(stored: StoredRecord): DurableBatch {
  if (sha(stored.body) !== stored.hash) throw new Violation('I-05', 'a record is not what its hash says');
  const read = readBody(stored.body);
  return { ...read, hash: stored.hash };
}

interface FileLines {
  /** Where the next line begins. */
  readTo: number;
  /** Where each line read so far ends, and which batch it is. */
  readonly lines: { readonly end: number; readonly batch: number }[];
}

/** Follows the files of the medium, line by line. */
export function createFileReader(on: {
  readonly batch: (batch: DurableBatch) => void;
  /** Whole lines that were on the medium are there no longer; this is the last batch left. */
  readonly cut: (lastLeft: number) => void;
}): (name: string, bytes: Buffer) => void {
  const files = new Map<string, FileLines>();

  function readLines(file: FileLines, bytes: Buffer): void {
    for (;;) {
      const end = bytes.indexOf(10, file.readTo);
      if (end === -1) return;
      const record = recordOf(bytes.toString('utf8', file.readTo, end));
      if (record === undefined) return;
      const batch = readBatch(record);
      file.readTo = end + 1;
      file.lines.push({ end: end + 1, batch: batch.batch });
      on.batch(batch);
    }
  }

  return (name, bytes) => {
    const file = files.get(name) ?? { readTo: 0, lines: [] };
    files.set(name, file);
    if (bytes.length < file.readTo) {
      let first = Number.POSITIVE_INFINITY;
      for (
        let last = file.lines.at(-1);
        last !== undefined && last.end > bytes.length;
        last = file.lines.at(-1)
      ) {
        first = last.batch;
        file.lines.pop();
      }
      file.readTo = file.lines.at(-1)?.end ?? 0;
      on.cut(first - 1);
    }
    readLines(file, bytes);
  };
}
