// What the platform requested of copy trading, and how an event is compared with what was asked for.
import type { CopytradeCommand } from '@maru/engine/copytrade/commands';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { createKeylessRequests, isMeantBy, type TwinRules } from '../keyless-requests.ts';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { isCopytradeEvent } from './twin-events.ts';
import { outcomeOf } from './twin-rules.ts';

const KINDS: ReadonlySet<string> = new Set([
  'SET_COPY_TRADER',
  'FOLLOW_TRADER',
  'CHANGE_FOLLOW',
  'END_FOLLOW',
  'MIRROR_LEAD',
  'CLOSE_COPY',
  'CLOSE_LEAD',
  'CLOSE_COPIES',
  'SHARE_COPY_PROFIT',
]);

export const isCopytradeCommand = <Any extends Pick<AnyCommand, 'kind'>>(
  command: Any,
): command is Any & CopytradeCommand => KINDS.has(command.kind);

const rules: TwinRules<CopytradeCommand> = {
  isOfPlatform: (command): command is CopytradeCommand =>
    isCopytradeCommand(command) && command.key === undefined,
  /** A fill of coin futures says which command of copy trading made it. */
  isOwnEvent: (event) =>
    isCopytradeEvent(event) || (event.kind === 'FUTURES_FILLED' && event.copy !== undefined),
  outcomeOf,
  unordered: { cancelled: 'id' },
};

export const isCopytradeMeant = (event: AnyEvent, command: CopytradeCommand, twin: Twin): boolean =>
  isMeantBy(rules, event, command, twin);

export const createCopytradeRequests = (): KeylessRequests => createKeylessRequests(rules);
