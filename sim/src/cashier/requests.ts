// What staff, providers and the clock asked of the cashier, and how an event is compared with what was asked for.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { createKeylessRequests, isMeantBy, type TwinRules } from '../keyless-requests.ts';
import type { KeylessRequests } from '../product.ts';
import type { Twin } from '../twin.ts';
import { isCashierEvent } from './twin-events.ts';
import { type CashierCommand, outcomeOf } from './twin-rules.ts';

const OF_PLATFORM: ReadonlySet<AnyCommand['kind']> = new Set([
  ...(['ASK_GRANT', 'TAKE_REQUEST', 'APPROVE_REQUEST', 'REJECT_REQUEST', 'EXPIRE_REQUEST'] as const),
  ...(['ISSUE_COUPON', 'END_COUPON'] as const),
]);
const OF_PLAYERS: ReadonlySet<AnyCommand['kind']> = new Set([
  ...(['ASK_DEPOSIT', 'CREDIT_DEPOSIT', 'ASK_WITHDRAWAL', 'ASK_PURCHASE', 'ASK_SALE'] as const),
  ...(['CANCEL_REQUEST', 'MARK_PAID', 'DISPUTE_REQUEST', 'CONVERT', 'TRANSFER_MONEY', 'USE_COUPON'] as const),
]);

export const isCashierCommand = ({ kind }: Pick<AnyCommand, 'kind'>): boolean =>
  OF_PLATFORM.has(kind) || OF_PLAYERS.has(kind);

const rules: TwinRules<CashierCommand> = {
  isOfPlatform: (command): command is CashierCommand => OF_PLATFORM.has(command.kind),
  isOwnEvent: isCashierEvent,
  outcomeOf,
  unordered: {},
};

export const isCashierMeant = (event: AnyEvent, command: CashierCommand, twin: Twin): boolean =>
  isMeantBy(rules, event, command, twin);

export const createCashierRequests = (): KeylessRequests => createKeylessRequests(rules);

/** When a decision may change more than once. */
export function turningPoints(command: AnyCommand): readonly number[] {
  const points: number[] = [];
  if ('rate' in command && typeof command.rate === 'object')
    points.push(command.rate.at + 60_000, command.rate.at + 60_001);
  if (command.kind === 'CONVERT') points.push(command.quoteUntil - 1, command.quoteUntil);
  if ('waits' in command) for (const { until } of command.waits) points.push(until - 1, until);
  return points;
}
