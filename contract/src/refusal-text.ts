/** What a refusal says to whom, and the status it has in HTTP. */
export interface RefusalText {
  readonly status: number;
  readonly ko: string;
  readonly en: string;
}

/** A line of the tables of refusals. */
export type RefusalRow = readonly [status: number, ko: string, en: string];
