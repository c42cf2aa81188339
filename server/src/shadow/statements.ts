// Statements over many rows of a described table. A call with no rows sends nothing to the database.
import type { Parameter, Tx } from '../db/database.ts';
import { type Columns, columnName, type Read, type Table, type Written } from './table.ts';

type Fields<Described extends Columns> = keyof Described & string;
type Rows<Described extends Columns, Field extends Fields<Described>> = readonly Pick<
  Written<Described>,
  Field & keyof Written<Described>
>[];

/** Rows that are sent to the database as one array for each field. */
interface Given {
  /** As a table of this name in a `from` clause; with a name for it, the rows have their number from 1 on. */
  from(alias: string, number?: string): string;
  parameters(rows: readonly object[]): string[];
  /**
   * A statement about these rows, from its text around the table `given`. A field in which all rows have the same value
   * is sent once: of a thousand fills most have the same fee rate and no funding, and each element of an array costs
   * the database as much as storing it.
   */
  statement(rows: readonly object[], text: (from: string) => string): Statement;
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
}

const valuesOf = (rows: readonly object[], field: string): unknown[] =>
  rows.map((row) => (row as Readonly<Record<string, unknown>>)[field]);

function areSame(values: readonly unknown[]): boolean {
  const [first] = values;
  for (const value of values) if (value !== first) return false;
  return true;
}

export function givenRows<Described extends Columns>(
  table: Table<Described>,
  fields: readonly Fields<Described>[],
  firstPlace: number,
): Given {
  const columns = fields.map((field, index) => ({
    field,
    name: columnName(table, field),
    place: `$${firstPlace + index}`,
    column: table.columns[field]!,
  }));
  const arrays = columns.map(({ column, place }) => column.array(place)).join(', ');
  const names = columns.map(({ name }) => name).join(', ');
  /** Lists that are unnested side by side in a `select` are read row by row; in `from` each is stored as a table first. */
  const selected = (isSingle: (index: number) => boolean) =>
    columns
      .map(({ column, place, name }, index) =>
        isSingle(index) ? `${column.scalar(place)} as ${name}` : `unnest(${column.array(place)}) as ${name}`,
      )
      .join(', ');
  /** Most writes have the same fields in common as the one before. */
  let made = { singles: '', text: '' };

  return {
    from: (alias, number) =>
      number === undefined
        ? `(select ${selected(() => false)}) as ${alias}`
        : `unnest(${arrays}) with ordinality as ${alias} (${names}, ${number})`,
    parameters: (rows) => columns.map(({ column, field }) => column.parameter(valuesOf(rows, field))),
    statement(rows, text) {
      let singles = '';
      const parameters = columns.map(({ column, field }, index) => {
        const values = valuesOf(rows, field);
        // The first field is a list in any case, so that there are as many rows as were given.
        const isSingle = index > 0 && areSame(values);
        singles += isSingle ? '1' : '0';
        return isSingle ? column.single(values[0]) : column.parameter(values);
      });
      if (made.singles !== singles)
        made = { singles, text: text(`(select ${selected((index) => singles[index] === '1')}) as given`) };
      return { text: made.text, parameters };
    },
  };
}

/** The given value of each field, as SQL that has the column's own type. */
type Expressions<Field extends string> = Readonly<Record<Field, string>>;

export function expressions<Described extends Columns, Field extends Fields<Described>>(
  table: Table<Described>,
  fields: readonly Field[],
  alias: string,
): Expressions<Field> {
  const pairs = fields.map((field) => [
    field,
    table.columns[field]!.element(`${alias}.${columnName(table, field)}`),
  ]);
  return Object.fromEntries(pairs) as Expressions<Field>;
}

/** All fields of a table but these. */
export function fieldsOf<Described extends Columns, Left extends Fields<Described> = never>(
  { columns }: Table<Described>,
  ...left: readonly Left[]
): readonly Exclude<Fields<Described>, Left>[] {
  const isLeft = new Set<string>(left);
  const fields: unknown[] = Object.keys(columns).filter((field) => !isLeft.has(field));
  return fields as Exclude<Fields<Described>, Left>[];
}

interface InsertClauses<
  Described extends Columns,
  Field extends Fields<Described>,
  Shared extends Fields<Described>,
> {
  /** The fields that the rows have. */
  readonly fields: readonly Field[];
  /** Fields that all rows of a write have in common. */
  readonly shared?: readonly Shared[];
  /** Values that the database computes or looks up, by field; the rows are called `given`. */
  readonly computed?: (row: Expressions<Field>) => Partial<Readonly<Record<Fields<Described>, string>>>;
  readonly join?: string;
  readonly onConflict?: string;
}

export function insertMany<
  Described extends Columns,
  Field extends Fields<Described>,
  Shared extends Fields<Described> = never,
>(table: Table<Described>, clauses: InsertClauses<Described, Field, Shared>) {
  const { fields, shared = [], computed, join = '', onConflict = '' } = clauses;
  const rowsGiven = givenRows(table, fields, shared.length + 1);
  const row = expressions(table, fields, 'given');
  const values = {
    ...Object.fromEntries(shared.map((field, index) => [field, `$${index + 1}`])),
    ...row,
    ...computed?.(row),
  };
  const names = Object.keys(values).map((field) => columnName(table, field as Fields<Described>));
  const text = (from: string) => `insert into ${table.name} (${names.join(', ')})
    select ${Object.values(values).join(', ')}
    from ${from}
    ${join}
    ${onConflict}`;
  return async (
    tx: Tx,
    rows: Rows<Described, Field>,
    ...common: [Shared] extends [never] ? [] : [Readonly<Record<Shared, Parameter>>]
  ): Promise<void> => {
    if (rows.length === 0) return;
    const [values] = common as readonly Readonly<Record<string, Parameter>>[];
    const statement = rowsGiven.statement(rows, text);
    await tx.query(statement.text, [
      ...shared.map((field) => values?.[field] ?? null),
      ...statement.parameters,
    ]);
  };
}

/** Rows with all fields of the table: one whose key is there already is replaced. */
export function upsertMany<Described extends Columns>(
  table: Table<Described>,
  { key }: { readonly key: readonly Fields<Described>[] },
) {
  const name = (field: Fields<Described>) => columnName(table, field);
  const changes = fieldsOf(table, ...key).map((field) => `${name(field)} = excluded.${name(field)}`);
  return insertMany(table, {
    fields: fieldsOf(table),
    onConflict: `on conflict (${key.map(name).join(', ')}) do update set ${changes.join(', ')}`,
  });
}

interface UpdateClauses<
  Described extends Columns,
  Key extends Fields<Described>,
  Field extends Fields<Described>,
> {
  readonly key: readonly Key[];
  /** The other fields that the rows have: each becomes the value of its column, unless `set` has it. */
  readonly fields: readonly Field[];
  /** SQL by field, also for columns that the rows do not have. */
  readonly set?: (row: Expressions<Key | Field>) => Partial<Readonly<Record<Fields<Described>, string>>>;
}

export function updateMany<
  Described extends Columns,
  Key extends Fields<Described>,
  Field extends Fields<Described>,
>(table: Table<Described>, { key, fields, set }: UpdateClauses<Described, Key, Field>) {
  const all = [...key, ...fields];
  const rowsGiven = givenRows<Described>(table, all, 1);
  const row = expressions<Described, Key | Field>(table, all, 'given');
  const changes = Object.entries({
    ...Object.fromEntries(fields.map((field) => [field, row[field]])),
    ...set?.(row),
  }).map(([field, value]) => `${columnName(table, field as Fields<Described>)} = ${value}`);
  const text = (from: string) => `update ${table.name}
    set ${changes.join(', ')}
    from ${from}
    where ${sameKey(table, key)}`;
  return (tx: Tx, rows: Rows<Described, Key | Field>): Promise<void> => send(tx, rowsGiven, rows, text);
}

/** Like `updateMany`; a field that a row does not have leaves its column as it is. */
export function updatePresent<
  Described extends Columns,
  Key extends Fields<Described>,
  Field extends Fields<Described>,
>(table: Table<Described>, { key, fields }: Omit<UpdateClauses<Described, Key, Field>, 'set'>) {
  const stored = (field: Field) => `${table.name}.${columnName(table, field)}`;
  const update = updateMany<Described, Key, Field>(table, {
    key,
    fields,
    set: (row) => {
      const present = fields.map((field) => [field, `coalesce(${row[field]}, ${stored(field)})`]);
      return Object.fromEntries(present) as Partial<Record<Fields<Described>, string>>;
    },
  });
  return (
    tx: Tx,
    rows: readonly (Rows<Described, Key>[number] & Partial<Rows<Described, Field>[number]>)[],
  ): Promise<void> => update(tx, rows as unknown as Rows<Described, Key | Field>);
}

const sameKey = <Described extends Columns>(
  table: Table<Described>,
  key: readonly Fields<Described>[],
): string =>
  key
    .map((field) => columnName(table, field))
    .map((name) => `${table.name}.${name} = given.${name}`)
    .join(' and ');

async function send(
  tx: Tx,
  given: Given,
  rows: readonly object[],
  text: (from: string) => string,
): Promise<void> {
  if (rows.length === 0) return;
  const statement = given.statement(rows, text);
  await tx.query(statement.text, statement.parameters);
}

export function deleteMany<Described extends Columns, Key extends Fields<Described>>(
  table: Table<Described>,
  key: readonly Key[],
) {
  const rowsGiven = givenRows(table, key, 1);
  const text = (from: string) => `delete from ${table.name} using ${from} where ${sameKey(table, key)}`;
  return (tx: Tx, rows: Rows<Described, Key>): Promise<void> => send(tx, rowsGiven, rows, text);
}

type Picked<Described extends Columns, Field extends Fields<Described>> = Pick<Read<Described>, Field>;

/** For a statement of its own: these fields in its list of columns, and in its result. */
export function rowReader<Described extends Columns, Field extends Fields<Described>>(
  table: Table<Described>,
  fields: readonly Field[],
) {
  const columns = fields.map((field) => ({
    field,
    name: columnName(table, field),
    read: table.columns[field]!.read,
  }));
  return {
    columns: (alias = table.name) => columns.map(({ name }) => `${alias}.${name}`).join(', '),
    read: (stored: object): Picked<Described, Field> => {
      const row: Record<string, unknown> = {};
      for (const { field, name, read } of columns)
        row[field] = read((stored as Readonly<Record<string, unknown>>)[name]);
      return row as Picked<Described, Field>;
    },
  };
}

/** Reads these fields of the rows that the clauses after `from` leave. */
export function selectFrom<Described extends Columns, Field extends Fields<Described>>(
  table: Table<Described>,
  fields: readonly Field[],
) {
  const { columns, read } = rowReader(table, fields);
  const head = `select ${columns()} from ${table.name}`;
  return async (
    tx: Tx,
    clauses: string,
    parameters: readonly Parameter[] = [],
  ): Promise<readonly Picked<Described, Field>[]> =>
    (await tx.query<object>(`${head} ${clauses}`, parameters)).map(read);
}

/** What is wrong with the row of a table. */
export interface Difference {
  readonly id: number;
  readonly what: 'was never made' | 'is gone' | 'differs';
}

/**
 * Looks for the first row of these numbers that differs from what it was written as, that is missing although it is
 * not old enough to be archived, or that was never written.
 */
export function findDifference<Described extends Columns, Field extends Fields<Described>>(
  table: Table<Described>,
  clauses: {
    /** The number of a row is its `id`. */
    readonly fields: readonly Field[];
    /** Values that the database computed itself, from the row as it should be (`given`) and as it is (`made`). */
    readonly computed?: Partial<Readonly<Record<Fields<Described>, string>>>;
    /** A row that is older by this field may have been archived. */
    readonly age: Fields<Described>;
    /** The rows of the table that are compared, where it has others too. */
    readonly where?: string;
  },
) {
  const { fields, computed = {}, age, where = 'true' } = clauses;
  const rowsGiven = givenRows(table, fields, 4);
  const row = Object.entries<string>(expressions(table, fields, 'given'));
  const asked = row.map(([field, value]) => `${value} as ${columnName(table, field as Fields<Described>)}`);
  const expected = {
    ...Object.fromEntries(
      row.map(([field]) => [field, `asked.${columnName(table, field as Fields<Described>)}`]),
    ),
    ...computed,
  };
  const made = Object.keys(expected).map((field) => `made.${columnName(table, field as Fields<Described>)}`);
  const text = `select coalesce(made.id, asked.id) as id,
      case when asked.id is null then 'was never made' when made.id is null then 'is gone' else 'differs' end as what
    from (select * from ${table.name} where id between $1 and $2 and ${where}) as made
    full join (select ${asked.join(', ')} from ${rowsGiven.from('given')}) as asked on asked.id = made.id
    where asked.id is null
      or made.id is null and asked.${columnName(table, age)} >= $3
      or made.id is not null and (${made.join()}) is distinct from (${Object.values(expected).join()})
    order by 1
    limit 1`;
  return async (
    tx: Tx,
    rows: Rows<Described, Field>,
    part: { readonly first: number; readonly last: number; readonly cut: number },
  ): Promise<Difference | undefined> => {
    const parameters = [part.first, part.last, part.cut, ...rowsGiven.parameters(rows)];
    const [difference] = await tx.query<Difference>(text, parameters);
    return difference;
  };
}
