// Inserts one row of a table: each value is given beside the name of its column.
import type { Parameter, Tx } from './database.ts';

/** Undefined is null. A `jsonb` value is marked with `json`, because the drivers treat texts for it differently. */
type RowValues = Readonly<Record<string, Parameter | undefined | { readonly json: unknown }>>;

/** `rest` is what follows the values, for example `returning id`. `isIdGiven`: the row has one that was taken before. */
export function insertRow<Returned>(
  tx: Tx,
  table: string,
  row: RowValues,
  rest = '',
  { isIdGiven = false }: { readonly isIdGiven?: boolean } = {},
): Promise<readonly Returned[]> {
  const places: string[] = [];
  const parameters: Parameter[] = [];
  for (const value of Object.values(row)) {
    const isJson = typeof value === 'object' && value !== null && 'json' in value;
    parameters.push(isJson ? JSON.stringify(value.json) : (value ?? null));
    places.push(`$${parameters.length}${isJson ? '::text::jsonb' : ''}`);
  }
  const names = Object.keys(row).join(', ');
  const id = isIdGiven ? 'overriding system value ' : '';
  return tx.query(`insert into ${table} (${names}) ${id}values (${places.join(', ')}) ${rest}`, parameters);
}
