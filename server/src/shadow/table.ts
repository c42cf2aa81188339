// A table of the shadow, described once: its columns, their SQL types, and the field of a row that each value comes from
// and is read into. The statements that write, read and compare many rows follow from the description.
import { amount } from '@maru/engine/amount';
import { type Millis, millis } from '@maru/engine/time';

export interface Column<Value> {
  /** Its name in the database, where that is not the name of the field. */
  readonly name: string | undefined;
  /** The values of many rows as one parameter. */
  readonly parameter: (values: readonly unknown[]) => string;
  /** The parameter as an SQL array. */
  readonly array: (place: string) => string;
  /** One value as a parameter, as an element of the array would be. */
  readonly single: (value: unknown) => string | null;
  /** The parameter of one value as SQL. */
  readonly scalar: (place: string) => string;
  /** An element of the array as the column has it. */
  readonly element: (element: string) => string;
  /** The field's value from what the driver returns. */
  readonly read: (stored: unknown) => Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<Described> = Described extends Column<infer Value> ? Value : never;

type NullableIn<Described extends Columns> = {
  [Field in keyof Described]: undefined extends ValueOf<Described[Field]> ? Field : never;
}[keyof Described];

/** A row as it is written: fields that may be null in the table may be left out. */
export type Written<Described extends Columns> = {
  readonly [Field in Exclude<keyof Described, NullableIn<Described>>]: ValueOf<Described[Field]>;
} & {
  readonly [Field in NullableIn<Described>]?: ValueOf<Described[Field]>;
};

/** A row as it is read. */
export type Read<Described extends Columns> = {
  readonly [Field in keyof Described]: ValueOf<Described[Field]>;
};

export interface Table<Described extends Columns> {
  readonly name: string;
  readonly columns: Described;
}

export type RowOf<Any> = Any extends Table<infer Described> ? Written<Described> : never;

/** These fields of a row, none of them null. */
export type Present<Row, Field extends keyof Row> = {
  readonly [Each in Field]-?: Exclude<Row[Each], undefined>;
};

export const table = <Described extends Columns>(name: string, columns: Described): Table<Described> => ({
  name,
  columns,
});

/**
 * An array as the database reads it. Numbers and plain words need no quotes, and the driver would search each of them
 * for characters to escape: with thousands of rows that costs as much as making them.
 */
const plainArray = (values: readonly unknown[]): string =>
  `{${(values.includes(undefined) ? values.map((value) => value ?? 'null') : values).join(',')}}`;

const PLAIN = /^(?!null$)[\w:.-]+$/i;

/** Neighbours often have the same text, such as a currency or a kind: then it is checked once. */
function textArray(values: readonly unknown[]): string {
  let last: unknown;
  let quoted = 'null';
  const texts = values.map((value) => {
    if (value !== last) quoted = typeof value === 'string' ? quotedText(value) : 'null';
    last = value;
    return quoted;
  });
  return `{${texts.join(',')}}`;
}

const quotedText = (value: string): string =>
  PLAIN.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;

const listText = (value: unknown): string | undefined => (Array.isArray(value) ? value.join(',') : undefined);

const listArray = (values: readonly unknown[]): string => textArray(values.map(listText));

const plainValue = (value: unknown): string | null => (value === undefined ? null : String(value));

const described =
  (type: string, parts: Partial<Omit<Column<unknown>, 'name'>> = {}) =>
  (name?: string): Column<never> => ({
    name,
    parameter: plainArray,
    array: (place) => `${place}::${type}[]`,
    single: plainValue,
    scalar: (place) => `${place}::${type}`,
    element: (element) => element,
    ...parts,
    read: (parts.read ?? ((stored) => stored)) as Column<never>['read'],
  });

/** `NoInfer`: the type of a column comes from its kind or the type argument, never from its use. */
type Kind<Default> = <Value = Default>(name?: string) => Column<NoInfer<Value>>;

/** The kinds of columns. A type argument describes the values more exactly than the database. */
export const column = {
  bigint: described('bigint') as Kind<number>,
  int: described('int') as Kind<number>,
  smallint: described('smallint') as Kind<number>,
  boolean: described('boolean') as Kind<boolean>,
  text: described('text', { parameter: textArray }) as Kind<string>,
  /** `numeric(38, 8)`: sent as whole units of 1e-8, which is less work than decimal texts. */
  units: described('numeric', {
    element: (element) => `(${element} * 0.00000001)`,
    read: (stored) => amount(stored as string),
  }) as Kind<bigint>,
  /** `numeric` for whole numbers without a limit. */
  whole: described('numeric', { read: (stored) => BigInt(stored as string) }) as Kind<bigint>,
  /** `timestamptz` */
  time: described('bigint', {
    element: (element) => `to_timestamp(${element} / 1000.0)`,
    read: (stored) => millis((stored as Date).getTime()),
  }) as Kind<Millis>,
  /** `text[]` of plain words. */
  words: described('text', {
    parameter: listArray,
    single: (value) => listText(value) ?? null,
    element: (element) => `string_to_array(${element}, ',')`,
  }) as Kind<readonly string[]>,
  /** `int[]` */
  ints: described('text', {
    parameter: listArray,
    single: (value) => listText(value) ?? null,
    element: (element) => `string_to_array(${element}, ',')::int[]`,
  }) as Kind<readonly number[]>,
  /** Long texts without line breaks: in an array each of their many quotes would be written twice and read twice. */
  lines: described('text', {
    parameter: (values) => values.join('\n'),
    array: (place) => `string_to_array(${place}, e'\\n')`,
  }) as Kind<string>,
};

/** A column that may be null: the row then has no such field. */
export const nullable = <Value>(inner: Column<Value>): Column<Value | undefined> => ({
  ...inner,
  read: (stored) => (stored === null ? undefined : inner.read(stored)),
});

/** The name that a field has in the database. */
export const columnName = <Described extends Columns>(
  { columns }: Table<Described>,
  field: keyof Described & string,
): string => columns[field]?.name ?? field;
