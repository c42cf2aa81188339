// What the platform requested of coin futures. Its commands have no keys and are sent again whenever their outcome is
// unknown, so an event must be exactly what the rules make of one of the commands that may still have an effect.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { Violation } from '../violation.ts';
import { textOf } from './twin.ts';
import { isFuturesEvent } from './twin-events.ts';
import { type FuturesCommand, outcomeOf } from './twin-rules.ts';

export const isFuturesCommand = <Any extends Pick<AnyCommand, 'kind'>>(
  command: Any,
): command is Any & FuturesCommand => /_FUTURES(_|$)/.test(command.kind);

const isOfPlatform = (command: AnyCommand): command is AnyCommand & FuturesCommand =>
  isFuturesCommand(command) && command.key === undefined;

/** What it says beyond its number, its time, its players and its money. */
const bodyOf = (event: AnyEvent): object => {
  const { id: _id, at: _at, site: _site, steps: _steps, ...rest } = event;
  const { transfers: _transfers, after: _after, answers: _answers, ...body } = rest;
  return body;
};

/** Is the event, in every field, what the rules make of the command in the state before it? */
export function isFuturesMeant(event: AnyEvent, command: FuturesCommand, { state }: Twin): boolean {
  if (!isFuturesEvent(event) || (event.steps[0]?.player ?? 0) !== command.player) return false;
  if (event.site !== command.site || event.answers?.key !== command.key?.key) return false;
  const outcome = outcomeOf(state, state.players.get(command.player), command, event.at);
  return 'body' in outcome && textOf(bodyOf(event)) === textOf(outcome.body);
}

/** When a decision may change: between two of these moments it is always the same. */
export function turningPoints(command: AnyCommand): readonly number[] {
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

interface Asked {
  readonly command: FuturesCommand;
  isPossible: boolean;
}

export function createFuturesRequests(): KeylessRequests {
  const asked = new Map<number, Asked[]>();
  const tookEffectAs = new Map<number, Asked>();

  return {
    asks: isOfPlatform,
    makes: (event) => event.answers === undefined && isFuturesEvent(event),
    submitted(command): void {
      if (!isOfPlatform(command)) return;
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
      const request = own.findLast((each) => each.isPossible && isFuturesMeant(event, each.command, twin));
      if (request === undefined) throw new Violation('TWIN', whyNot(event, own, twin));
      request.isPossible = false;
      tookEffectAs.set(event.id, request);
    },
  };
}

function whyNot(event: AnyEvent, own: readonly Asked[], { state }: Twin): string {
  const candidates = own
    .filter(({ isPossible }) => isPossible)
    .slice(-3)
    .map(({ command }) => {
      const outcome = outcomeOf(state, state.players.get(command.player), command, event.at);
      return 'refusal' in outcome ? `${command.kind} ${outcome.refusal}` : textOf(outcome.body);
    });
  return `event ${event.id} (${event.kind}) at ${event.at} is not what was asked for: ${textOf(bodyOf(event))} and not ${candidates.join(' or ')}`;
}
