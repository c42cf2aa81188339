// What the platform requested of overseas futures on a player's behalf. Its commands have no keys and are sent again
// whenever their outcome is unknown, so an event must be exactly what the rules make of one of the commands that may
// still have an effect.
import type { OverseaCommand } from '@maru/engine/oversea/commands';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { Violation } from '../violation.ts';
import { LEADS } from './limits.ts';
import { isOverseaEvent } from './twin-events.ts';
import { textOf } from './twin-fill.ts';
import { outcomeOf } from './twin-rules.ts';

const OF_PLATFORM: ReadonlySet<AnyCommand['kind']> = new Set([
  'FILL_OVERSEA_ORDER',
  'EXIT_OVERSEA_POSITION',
  'CUT_OVERSEA_LOSSES',
  'END_OVERSEA_SESSION',
  'CHECK_OVERSEA_OVERNIGHT',
]);

const isOverseaOfPlatform = (command: AnyCommand): command is OverseaCommand => OF_PLATFORM.has(command.kind);

export const isOverseaCommand = ({ kind }: Pick<AnyCommand, 'kind'>): boolean => kind.includes('_OVERSEA_');

/** Is the event, in every field, what the rules make of the command in the state before it? */
export function isOverseaMeant(event: AnyEvent, command: OverseaCommand, { state }: Twin): boolean {
  const player = state.players.get(command.player);
  if (player === undefined || !isOverseaEvent(event) || event.steps[0]?.player !== command.player)
    return false;
  const outcome = outcomeOf(state, player, command, event.at);
  if ('refusal' in outcome) return false;
  const { id: _id, at: _at, site: _site, steps: _steps, transfers, after: _after, answers, ...body } = event;
  return (
    transfers !== undefined && answers?.key === command.key?.key && textOf(body) === textOf(outcome.body)
  );
}

interface Asked {
  readonly command: OverseaCommand;
  isPossible: boolean;
}

/** When a decision may change: between two of these moments it is always the same. */
export function turningPoints(command: AnyCommand): readonly number[] {
  const points: number[] = [];
  const add = (of: unknown) => {
    const { terms, quote } = of as Partial<Extract<OverseaCommand, { readonly kind: 'FILL_OVERSEA_ORDER' }>>;
    if (terms?.session) {
      const { opensAt, closesAt, endsAt } = terms.session;
      points.push(opensAt, closesAt, ...Object.values(LEADS).map((ms) => endsAt - ms));
    }
    if (terms && quote) points.push(quote.ts + terms.staleMs, quote.ts + terms.staleMs + 1);
  };
  add(command);
  if ('priced' in command) for (const each of command.priced) add(each);
  return points;
}

export function createOverseaRequests(): KeylessRequests {
  const asked = new Map<number, Asked[]>();
  const tookEffectAs = new Map<number, Asked>();

  return {
    asks: isOverseaOfPlatform,
    makes: (event) => event.answers === undefined && isOverseaEvent(event),
    submitted(command): void {
      if (!isOverseaOfPlatform(command)) return;
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
      const request = own.findLast((each) => each.isPossible && isOverseaMeant(event, each.command, twin));
      if (request === undefined) throw new Violation('TWIN', whyNot(event, own, twin));
      request.isPossible = false;
      tookEffectAs.set(event.id, request);
    },
  };
}

function whyNot(event: AnyEvent, own: readonly Asked[], { state }: Twin): string {
  const player = state.players.get(event.steps[0]?.player ?? 0);
  const candidates = own
    .filter(({ isPossible }) => isPossible)
    .slice(-3)
    .map(({ command }) => {
      const outcome = player && outcomeOf(state, player, command, event.at);
      if (outcome === undefined) return '-';
      return 'refusal' in outcome ? `${command.kind} ${outcome.refusal}` : textOf(outcome.body);
    });
  const { id, kind, at, site: _site, steps: _steps, transfers: _transfers, after: _after, ...body } = event;
  return `event ${id} (${kind}) at ${at} is not what was asked for: ${textOf(body)} and not ${candidates.join(' or ')}`;
}
