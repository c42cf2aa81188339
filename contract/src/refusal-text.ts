/** The texts of a refusal in both languages, and its HTTP status. */
export interface RefusalText {
  readonly status: number;
  readonly ko: string;
  readonly en: string;
}

/** A row of the tables of refusals. */
export type RefusalRow = readonly [status: number, ko: string, en: string];
