// A state machine as data: which event leads from which state to which, and who causes it. Code reads the table, and
// docs/state-machines.md is printed from the same table.

export interface Transition<State extends string, Event extends string> {
  readonly from: State;
  readonly on: Event;
  readonly to: State;
  /** Who or what causes it. */
  readonly by: string;
}

export interface StateMachine<State extends string, Event extends string> {
  readonly name: string;
  /** Every state with its meaning, in the order in which they usually follow each other. */
  readonly states: Readonly<Record<State, string>>;
  readonly initial: State;
  readonly transitions: readonly Transition<State, Event>[];
  /** Undefined when the event may not happen in this state. */
  next(state: State, event: Event): State | undefined;
}

export type StateOf<Machine> = Machine extends StateMachine<infer State, string> ? State : never;
export type EventOf<Machine> = Machine extends StateMachine<string, infer Event> ? Event : never;

export function stateMachine<const State extends string, const Event extends string>(
  definition: Pick<StateMachine<State, Event>, 'name' | 'states' | 'transitions'> & {
    readonly initial: NoInfer<State>;
  },
): StateMachine<State, Event> {
  const table = new Map<State, Map<Event, State>>();
  for (const { from, on, to } of definition.transitions) {
    const row = table.get(from) ?? new Map<Event, State>();
    if (row.has(on)) throw new Error(`${definition.name}: two transitions from ${from} on ${on}`);
    table.set(from, row.set(on, to));
  }
  return { ...definition, next: (state, event) => table.get(state)?.get(event) };
}
