// What the platform requested of overseas futures, and how an event is compared with what was asked for.
import type { OverseaCommand } from '@maru/engine/oversea/commands';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { createKeylessRequests, endsOfPrices, isMeantBy, type TwinRules } from '../keyless-requests.ts';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { refused } from '../twin-outcome.ts';
import { LEADS } from './limits.ts';
import { isOverseaEvent } from './twin-events.ts';
import { outcomeOf } from './twin-rules.ts';

const OF_PLATFORM: ReadonlySet<AnyCommand['kind']> = new Set([
  'FILL_OVERSEA_ORDER',
  'EXIT_OVERSEA_POSITION',
  'CUT_OVERSEA_LOSSES',
  'END_OVERSEA_SESSION',
  'CHECK_OVERSEA_OVERNIGHT',
]);

export const isOverseaCommand = ({ kind }: Pick<AnyCommand, 'kind'>): boolean => kind.includes('_OVERSEA_');

const rules: TwinRules<OverseaCommand> = {
  isOfPlatform: (command): command is OverseaCommand => OF_PLATFORM.has(command.kind),
  isOwnEvent: isOverseaEvent,
  outcomeOf: (state, player, command, now) =>
    player === undefined ? refused('ACCOUNT_NOT_FOUND') : outcomeOf(state, player, command, now),
  unordered: { cancelled: 'order' },
};

export const isOverseaMeant = (event: AnyEvent, command: OverseaCommand, twin: Twin): boolean =>
  isMeantBy(rules, event, command, twin);

export const createOverseaRequests = (): KeylessRequests => createKeylessRequests(rules);

/** When a decision may change: between two of these moments it is always the same. */
export function turningPoints(command: AnyCommand): readonly number[] {
  const points = [...endsOfPrices(command)];
  const add = (of: unknown) => {
    const { terms } = of as Partial<Extract<OverseaCommand, { readonly kind: 'FILL_OVERSEA_ORDER' }>>;
    if (terms?.session === undefined) return;
    const { opensAt, closesAt, endsAt } = terms.session;
    points.push(opensAt, closesAt, ...Object.values(LEADS).map((ms) => endsAt - ms));
  };
  add(command);
  if ('priced' in command) for (const each of command.priced) add(each);
  return points;
}
