/** What is being made and nobody has yet: its fields are set one after the other. */
export type Fresh<Made> = { -readonly [Field in keyof Made]: Made[Field] };
