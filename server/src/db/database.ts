// One interface for both databases: the embedded one in a worker, and PostgreSQL. A query function takes an open `Tx`
// first; a `Database` does not type-check as one, so a statement cannot run outside its transaction.

type Scalar = string | number | bigint | boolean | null | Date | Uint8Array;
export type Parameter = Scalar | readonly Scalar[];

export interface Tx {
  readonly inTransaction: true;
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Runs the work in one transaction; whatever it throws rolls everything back. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Makes the space of deleted rows free for new ones. Absent where the database does that by itself. */
  readonly vacuum?: (table: string) => Promise<void>;
  close(): Promise<void>;
}

/** Ids and counts are safe integers everywhere in our tables; money is numeric and stays a text. */
export function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error(`expected an int8 within the safe integers, found ${text}`);
  return value;
}

/** The error of either database when a statement fails: the SQLSTATE and the broken constraint's sentence name. */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor(message: string, code: string | undefined, constraint: string | undefined) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

export const isUniqueViolation = (fault: unknown, constraint?: string): boolean =>
  fault instanceof DatabaseFault &&
  fault.code === '23505' &&
  (constraint === undefined || fault.constraint === constraint);
