// One face for both databases: the embedded one in a worker, and PostgreSQL. A query function takes an open `Tx`
// first; a `Database` does not type-check as one, so a statement cannot slip outside its transaction.

export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | Date
  | readonly (string | number | bigint | boolean | null)[];

export interface Tx {
  readonly inTransaction: true;
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Runs the work in one transaction; what it throws rolls everything back. Read-only work may go to another connection. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
