// What the desk said, as a call answers it.
import type { AnyCall, HttpRefusal, RefusalOf } from '@maru/contract/call';
import { toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerPurse } from '@maru/engine/purse';
import type { DeskRefusal } from '../desk/desk.ts';
import type { OverseaSite } from './deps.ts';

/** Refusals common to all calls that a desk can answer. */
const HTTP_REFUSALS = [
  'TRY_AGAIN',
  'RESULT_UNKNOWN',
  'KEY_REUSED',
  'TOO_MANY_KEYS',
  'SESSION_ENDED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_NOT_FOUND',
] as const satisfies readonly HttpRefusal[];

/** What a desk may answer is what the call lists; anything else is a bug. */
export function refusalFor<C extends AnyCall>(
  call: C,
  refusal: DeskRefusal | 'OPTION_NOT_FOUND',
): RefusalOf<C> {
  const isListed = [...call.refusals, ...HTTP_REFUSALS].some((each) => each === refusal);
  assert(isListed, `${call.path} was refused: ${refusal}`);
  return refusal as RefusalOf<C>;
}

/** From the event and not from the tables: a repeated key gets the first answer again. */
export function walletAfter(
  event: AnyEvent,
  { wallets }: OverseaSite,
  player: PlayerId,
  type: string,
): {
  readonly type: string;
  readonly currency: string;
  readonly point: string;
  readonly gameWaitPoint: string;
} {
  const balance = (kind: 'free' | 'wait') =>
    toDecimal(event.after.find(({ purse }) => purse === playerPurse(player, type, kind))?.balance ?? 0n);
  const currency = wallets.find((each) => each.type === type)?.currency ?? '';
  return { type, currency, point: balance('free'), gameWaitPoint: balance('wait') };
}

export const pageReply = <Item>(
  content: readonly Item[],
  { page, size, total }: { readonly page: number; readonly size: number; readonly total: number },
) => ({ content: [...content], page, size, totalElements: total, totalPages: Math.ceil(total / size) });
