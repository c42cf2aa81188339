import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerRead, applyPatch, beginRead, type LiveState, nothingKnown, type Patch } from './live-state.ts';

/** Items by id, each with the number of its last change. */
type Items = ReadonlyMap<number, number>;

type Step =
  /** The server changes, adds or removes an item and pushes it; `isWhole` false means that the push lacks the data. */
  | { readonly kind: 'change'; readonly id: number; readonly isRemoved: boolean; readonly isWhole: boolean }
  /** The oldest push that is under way arrives. */
  | { readonly kind: 'push' }
  /** The page requests; the server creates the answer at some later step, and it arrives at a later one still. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'snapshot'; readonly which: number }
  | { readonly kind: 'answer'; readonly which: number }
  /** Pushes under way are lost, and the page requests again. */
  | { readonly kind: 'cut' };

function play(steps: readonly Step[]) {
  let server: Items = new Map();
  let version = 0;
  let state: LiveState<Items> = nothingKnown();
  let reads = 0;
  const onTheirWay: Patch<Items>[] = [];
  const asked = new Map<number, Items | undefined>();
  /** The newest change of each item that a push has delivered. */
  const newestPushed = new Map<number, number>();

  const ask = () => {
    state = beginRead(state, ++reads, true);
    asked.set(reads, undefined);
  };
  const nth = (which: number) => [...asked.keys()][which % Math.max(1, asked.size)];
  const snapshot = (read: number) => asked.set(read, asked.get(read) ?? server);
  function answer(read: number) {
    const reply = snapshot(read).get(read) as Items;
    asked.delete(read);
    state = answerRead(state, read, () => reply);
    if (state.isIncomplete) ask();
  }
  function change({ id, isRemoved, isWhole }: Extract<Step, { kind: 'change' }>) {
    const now = ++version;
    server = withItem(server, id, isRemoved ? undefined : now);
    onTheirWay.push((items) => {
      if (!isWhole) return undefined;
      newestPushed.set(id, now);
      return withItem(items, id, isRemoved ? undefined : now);
    });
  }
  function deliver() {
    const patch = onTheirWay.shift();
    if (patch === undefined) return;
    state = applyPatch(state, patch);
    if (state.isIncomplete) ask();
  }
  function run(step: Step) {
    const read = 'which' in step ? nth(step.which) : undefined;
    if (step.kind === 'change') change(step);
    else if (step.kind === 'push') deliver();
    else if (step.kind === 'ask') ask();
    else if (step.kind === 'snapshot' && read !== undefined) snapshot(read);
    else if (step.kind === 'answer' && read !== undefined) answer(read);
    else if (step.kind === 'cut') {
      onTheirWay.length = 0;
      ask();
    }
  }
  ask();
  for (const step of steps) {
    run(step);
    for (const [id, shown] of state.known?.value ?? [])
      expect(shown, 'an item is never older than a push told').toBeGreaterThanOrEqual(
        newestPushed.get(id) ?? 0,
      );
  }
  while (onTheirWay.length > 0) deliver();
  // The newest answer first: older ones that arrive after it must be ignored.
  while (asked.size > 0) answer([...asked.keys()].at(-1) as number);
  return { shown: state.known?.value, server };
}

const withItem = (items: Items, id: number, value: number | undefined): Items => {
  const next = new Map(items);
  if (value === undefined) next.delete(id);
  else next.set(id, value);
  return next;
};

const id = fc.integer({ min: 1, max: 3 });
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      id,
      isRemoved: fc.boolean(),
      isWhole: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: 'push' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'ask' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('snapshot' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cut' as const }) },
);

test('whatever the order of answers, pushes and lost connections, the page ends with the server’s state', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { shown, server } = play(steps);
      expect(new Map([...(shown ?? [])].sort())).toEqual(new Map([...server].sort()));
    }),
    { numRuns: 2_000 },
  );
});

test('an answer that is older than a push does not undo it', () => {
  const { shown } = play([
    { kind: 'change', id: 1, isRemoved: false, isWhole: true },
    { kind: 'snapshot', which: 0 },
    { kind: 'change', id: 1, isRemoved: true, isWhole: true },
    { kind: 'push' },
    { kind: 'push' },
    { kind: 'answer', which: 0 },
  ]);
  expect([...(shown ?? [])]).toEqual([]);
});

test('a push with enough data needs no read, and one without needs one', () => {
  const add = (value: string) => (list: readonly string[]) => [...list, value];
  let state = answerRead(beginRead<readonly string[]>(nothingKnown(), 1, true), 1, () => ['a']);
  state = applyPatch(state, add('b'));
  expect(state).toMatchObject({ known: { value: ['a', 'b'] }, isIncomplete: false });
  state = applyPatch(state, () => undefined);
  expect(state).toMatchObject({ known: { value: ['a', 'b'] }, isIncomplete: true });
  expect(beginRead(state, 2, true).isIncomplete).toBe(false);
});

test('the answer of an older read does not replace that of a newer one', () => {
  let state = beginRead<string>(beginRead<string>(nothingKnown(), 1, true), 2, true);
  state = answerRead(state, 2, () => 'new');
  state = answerRead(state, 1, () => 'old');
  expect(state.known?.value).toBe('new');
});

test('a change that changes nothing leaves the same value', () => {
  const state = answerRead(beginRead<string>(nothingKnown(), 1, true), 1, () => 'a');
  expect(applyPatch(state, (value) => value).known).toBe(state.known);
});
