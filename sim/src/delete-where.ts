export function deleteWhere<Key, Row>(table: Map<Key, Row>, isGone: (row: Row, key: Key) => boolean): number {
  const before = table.size;
  for (const [key, row] of table) if (isGone(row, key)) table.delete(key);
  return before - table.size;
}
