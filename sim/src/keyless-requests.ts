// What the platform requested of a product on its players' behalf. Its commands have no keys and are sent again whenever
// their outcome is unknown, so an event must be exactly what the rules make of one of the commands that may still have an
// effect.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { KeylessRequests } from './product.ts';
import type { Twin, TwinPlayer, TwinState } from './twin.ts';
import type { Outcome } from './twin-outcome.ts';
import { Violation } from './violation.ts';

/** How a product's twin reads its rule book. */
export interface TwinRules<Command extends AnyCommand> {
  isOfPlatform(command: AnyCommand): command is Command;
  isOwnEvent(event: AnyEvent): boolean;
  outcomeOf(state: TwinState, player: TwinPlayer | undefined, command: Command, now: number): Outcome;
  /** Lists with this name may be in any order: by this field of what they have. */
  readonly unordered: Readonly<Record<string, string>>;
}

const bodyOf = (event: AnyEvent): object => {
  const { id: _id, at: _at, site: _site, steps: _steps, ...rest } = event;
  const { transfers: _transfers, after: _after, answers: _answers, notes: _notes, ...body } = rest;
  return body;
};

/** In an order of its own: so two can be compared as texts. */
function textOf(body: object, unordered: TwinRules<never>['unordered']): string {
  return JSON.stringify(body, (key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    const by = unordered[key];
    if (by !== undefined && Array.isArray(value)) return value.toSorted((a, b) => a[by] - b[by]);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Is the event, in every field, what the rules make of the command in the state before it? */
export function isMeantBy<Command extends AnyCommand>(
  rules: TwinRules<Command>,
  event: AnyEvent,
  command: Command,
  { state }: Twin,
  eventText = () => textOf(bodyOf(event), rules.unordered),
): boolean {
  if (!rules.isOwnEvent(event) || (event.steps[0]?.player ?? 0) !== command.player) return false;
  if (event.site !== command.site || event.answers?.key !== command.key?.key) return false;
  const outcome = rules.outcomeOf(state, state.players.get(command.player), command, event.at);
  return 'body' in outcome && eventText() === textOf(outcome.body, rules.unordered);
}

interface Asked<Command> {
  readonly command: Command;
  isPossible: boolean;
}

export function createKeylessRequests<Command extends AnyCommand>(
  rules: TwinRules<Command>,
): KeylessRequests {
  const asked = new Map<number, Asked<Command>[]>();
  const tookEffectAs = new Map<number, Asked<Command>>();

  function whyNot(event: AnyEvent, own: readonly Asked<Command>[], { state }: Twin): string {
    const candidates = own
      .filter(({ isPossible }) => isPossible)
      .slice(-3)
      .map(({ command }) => {
        const outcome = rules.outcomeOf(state, state.players.get(command.player), command, event.at);
        return 'refusal' in outcome
          ? `${command.kind} ${outcome.refusal}`
          : textOf(outcome.body, rules.unordered);
      });
    const is = textOf(bodyOf(event), rules.unordered);
    return `event ${event.id} (${event.kind}) at ${event.at} is not what was asked for: ${is} and not ${candidates.join(' or ')}`;
  }

  return {
    asks: rules.isOfPlatform,
    makes: (event) => event.answers === undefined && rules.isOwnEvent(event),
    submitted(command): void {
      if (!rules.isOfPlatform(command)) return;
      const own = asked.get(command.player) ?? [];
      asked.set(command.player, own);
      own.push({ command, isPossible: true });
    },
    refused(command): void {
      const own = asked.get(command.player) ?? [];
      const index = own.findLastIndex((each) => each.command === command);
      if (index >= 0) own.splice(index, 1);
    },
    undone(event: AnyEvent): void {
      const request = tookEffectAs.get(event.id);
      if (request) request.isPossible = true;
      tookEffectAs.delete(event.id);
    },
    tookEffect(event: AnyEvent, twin: Twin): void {
      const own = asked.get(event.steps[0]?.player ?? 0) ?? [];
      let text: string | undefined;
      const eventText = () => {
        text ??= textOf(bodyOf(event), rules.unordered);
        return text;
      };
      const request = own.findLast(
        ({ command, isPossible }) => isPossible && isMeantBy(rules, event, command, twin, eventText),
      );
      if (request === undefined) throw new Violation('TWIN', whyNot(event, own, twin));
      request.isPossible = false;
      tookEffectAs.set(event.id, request);
    },
  };
}

/** The moments at which a price that the command has is no longer fresh. */
export function endsOfPrices(command: AnyCommand): readonly number[] {
  const points: number[] = [];
  const add = (of: object) => {
    const { terms, quote } = of as {
      readonly terms?: { readonly staleMs: number };
      readonly quote?: { readonly ts: number };
    };
    if (terms && quote) points.push(quote.ts + terms.staleMs, quote.ts + terms.staleMs + 1);
  };
  add(command);
  if ('priced' in command) for (const each of command.priced) add(each);
  return points;
}
