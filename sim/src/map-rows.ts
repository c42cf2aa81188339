// Inserts, updates and deletions of a table that is a plain map.
import { Violation } from './violation.ts';

export function addNew<Key, Row>(table: Map<Key, Row>, key: Key, row: Row, name: string): void {
  if (table.has(key)) throw new Violation('I-06', `${name} has a row ${String(key)} already`);
  table.set(key, row);
}

export function existing<Key, Row>(table: ReadonlyMap<Key, Row>, key: Key, name: string): Row {
  const row = table.get(key);
  if (row === undefined) throw new Violation('I-19', `${name} has no row ${String(key)} to change`);
  return row;
}

/** Returns how many went. */
export function deleteWhere<Key, Row>(table: Map<Key, Row>, isGone: (row: Row, key: Key) => boolean): number {
  const before = table.size;
  for (const [key, row] of table) if (isGone(row, key)) table.delete(key);
  return before - table.size;
}
