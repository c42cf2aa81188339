// Edits of what products have open, on a copy of the tables. A start would have to refuse each of them, so the book
// of the edited rows must weigh something else. A run is started on edited tables a few times at most, and each product
// has many fields.
import { digestText } from '@maru/engine/book-digest';
import type { Dice } from './dice.ts';
import { simProducts } from './products.ts';
import { loadRows, type TableRows } from './table-rows.ts';
import { Violation } from './violation.ts';

/** Each costs a load of the rows. */
const MOST = 4;

const edits = simProducts.flatMap(({ tables }) => tables.edits);

export function tryEdits(rows: TableRows, dice: Dice): void {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[dice.below(items.length)];
  let known: string | undefined;
  const first = dice.below(edits.length);
  for (let index = 0, tried = 0; index < edits.length && tried < MOST; index += 1) {
    const copy = copyOf(rows);
    const edit = edits[(first + index) % edits.length]?.(copy, pick, () => loadRows(copy));
    if (edit === undefined) continue;
    tried += 1;
    known ??= digestText(loadRows(copyOf(rows)));
    if (digestText(loadRows(copy)) === known)
      throw new Violation('I-45', `the digest does not show what would be edited: ${edit.what}`);
  }
}

/** What products have. Edits replace rows and do not change them, so the rows themselves are not copied. */
function copyOf(rows: TableRows): TableRows {
  const none = {
    purses: new Map(),
    holds: new Map(),
    history: new Map(),
    transfers: new Map(),
    answers: new Map(),
  };
  const copy: Record<string, unknown> = { ...rows, ...none };
  for (const product of simProducts)
    for (const part of Object.keys(product.tables.empty())) copy[part] = partCopied(copy[part]);
  return copy as unknown as TableRows;
}

function partCopied(part: unknown): unknown {
  if (part instanceof Map) return new Map(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, table]) => [name, partCopied(table)]));
}
