// What must become of a command, as a twin reads the rule book.

/** A refusal, or all that the event shows beyond its number, its time, its players and its money. */
export type Outcome = { readonly refusal: string } | { readonly body: object };

export const refused = (refusal: string): Outcome => ({ refusal });
