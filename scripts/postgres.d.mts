export interface ThrowAwayPostgres {
  /** A superuser's address: tests create a database each, and never share one. */
  readonly url: string;
  stop(): Promise<void>;
}

export function startPostgres(): Promise<ThrowAwayPostgres>;
