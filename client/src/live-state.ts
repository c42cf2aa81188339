// The state of a value that is read from the server and patched by pushes, as pure functions. An answer may be older
// than a push that arrived while the read was under way, so each read keeps the patches that arrived since it was sent,
// and its answer is patched with them.

/**
 * The value with one change in it; applied twice it changes nothing more. Undefined when the change does not have
 * enough data: then the value is read again.
 */
export type Patch<Value> = (value: Value) => Value | undefined;

interface Read<Value> {
  /** False when it reads a part that is joined to the rest, such as another page of a list. */
  readonly isWhole: boolean;
  readonly since: readonly Patch<Value>[];
}

export interface LiveState<Value> {
  readonly known: { readonly value: Value } | undefined;
  /** Reads under way by their rising numbers. */
  readonly reads: ReadonlyMap<number, Read<Value>>;
  /** The newest whole read that was answered: the answer of an older one is ignored. */
  readonly newestAnswer: number;
  /** A patch did not have enough data, and no whole read that was sent after it is under way. */
  readonly isIncomplete: boolean;
}

export const nothingKnown = <Value>(): LiveState<Value> => ({
  known: undefined,
  reads: new Map(),
  newestAnswer: 0,
  isIncomplete: false,
});

/** The server's answer contains everything it has pushed before, so a whole read supplies what a patch did not. */
export const beginRead = <Value>(
  state: LiveState<Value>,
  read: number,
  isWhole: boolean,
): LiveState<Value> => ({
  ...state,
  reads: new Map(state.reads).set(read, { isWhole, since: [] }),
  isIncomplete: state.isIncomplete && !isWhole,
});

export function endRead<Value>(state: LiveState<Value>, read: number): LiveState<Value> {
  const reads = new Map(state.reads);
  reads.delete(read);
  return { ...state, reads };
}

export function answerRead<Value>(
  state: LiveState<Value>,
  read: number,
  join: (before: Value | undefined) => Value,
): LiveState<Value> {
  const answered = state.reads.get(read);
  const ended = endRead(state, read);
  if (answered === undefined || (answered.isWhole && read < state.newestAnswer)) return ended;
  const isReadAgain = [...ended.reads].some(([other, { isWhole }]) => isWhole && other > read);
  let value = join(state.known?.value);
  let { isIncomplete } = state;
  for (const patch of answered.since) {
    const patched = patch(value);
    if (patched === undefined) isIncomplete ||= !isReadAgain;
    else value = patched;
  }
  const newestAnswer = answered.isWhole ? read : state.newestAnswer;
  return { ...ended, known: { value }, newestAnswer, isIncomplete };
}

export function applyPatch<Value>(state: LiveState<Value>, patch: Patch<Value>): LiveState<Value> {
  const reads = new Map(
    [...state.reads].map(([read, { isWhole, since }]) => [read, { isWhole, since: [...since, patch] }]),
  );
  if (state.known === undefined) return { ...state, reads };
  const value = patch(state.known.value);
  if (value === undefined) return { ...state, reads, isIncomplete: true };
  return { ...state, reads, known: value === state.known.value ? state.known : { value } };
}
