/** A language must have the same keys and the same placeholders, or it does not compile. */
export type Same<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...blanks: infer Blanks) => string
      ? (...blanks: Blanks) => string
      : Words[Key] extends object
        ? Same<Words[Key]>
        : never;
};
