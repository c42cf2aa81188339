// What the platform requested of coin futures, and how an event is compared with what was asked for.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { createKeylessRequests, isMeantBy, type TwinRules } from '../keyless-requests.ts';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { isFuturesEvent } from './twin-events.ts';
import { type FuturesCommand, outcomeOf } from './twin-rules.ts';

export const isFuturesCommand = <Any extends Pick<AnyCommand, 'kind'>>(
  command: Any,
): command is Any & FuturesCommand => /_FUTURES(_|$)/.test(command.kind);

const rules: TwinRules<FuturesCommand> = {
  isOfPlatform: (command): command is FuturesCommand =>
    isFuturesCommand(command) && command.key === undefined,
  /** What another product made is asked for there. */
  isOwnEvent: (event) =>
    isFuturesEvent(event) && !(event.kind === 'FUTURES_FILLED' && event.copy !== undefined),
  outcomeOf,
  unordered: { cancelled: 'id', orders: 'id' },
};

export const isFuturesMeant = (event: AnyEvent, command: FuturesCommand, twin: Twin): boolean =>
  isMeantBy(rules, event, command, twin);

export const createFuturesRequests = (): KeylessRequests => createKeylessRequests(rules);
