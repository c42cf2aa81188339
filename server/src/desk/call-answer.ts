// Between a call and the desk: the common fields of a player's commands, and the desk's outcome as the call's answer.
import type { AnyCall, HttpRefusal, RefusalOf } from '@maru/contract/call';
import { type Amount, toDecimal, ZERO } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { CommandKey } from '@maru/engine/command';
import type { AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerPurse, type SiteId } from '@maru/engine/purse';
import type { DeskRefusal } from './desk.ts';

export const commandHead = (
  { site, player, session }: { readonly site: SiteId; readonly player: PlayerId; readonly session: number },
  key: CommandKey | undefined,
) => ({ site, player, session, ...(key === undefined ? {} : { key }) });

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

/** A desk may answer only refusals that the call lists; any other is a bug. */
export function refusalFor<C extends AnyCall>(
  call: C,
  refusal: DeskRefusal | 'OPTION_NOT_FOUND',
): RefusalOf<C> {
  const isListed = [...call.refusals, ...HTTP_REFUSALS].some((each) => each === refusal);
  assert(isListed, `${call.path} was refused: ${refusal}`);
  return refusal as RefusalOf<C>;
}

/** A balance as the player sees it: floored at 0 (docs/rules.md 6.1). */
export const shownPoint = (balance: Amount): string => toDecimal(balance < 0n ? 0n : balance);

/** From the event and not from the tables: a repeated key gets the first answer again. */
export function walletAfter(
  event: AnyEvent,
  player: PlayerId,
  { type, currency }: { readonly type: string; readonly currency: string },
) {
  const balance = (kind: 'free' | 'wait') =>
    shownPoint(event.after.find(({ purse }) => purse === playerPurse(player, type, kind))?.balance ?? ZERO);
  return { type, currency, point: balance('free'), gameWaitPoint: balance('wait') };
}
