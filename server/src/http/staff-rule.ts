// What a member of staff may call: the right of the call, what they have proven, and the site they act on.
import type { AnyCall } from '@maru/contract/call';
import type { RefusalCode } from '@maru/contract/refusals';
import { rightsOf } from '@maru/contract/staff/rights';
import type { SiteId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Principal } from './serve.ts';

/** For so long a second factor that was given counts where money moves or rules change. Use does not extend it. */
export const STEP_UP_MS = 10 * MINUTE_MS;

export function staffFault(
  call: Pick<AnyCall, 'right' | 'stepUp'>,
  { standing }: Pick<Principal, 'standing'>,
  now: Millis,
): RefusalCode | undefined {
  if (standing === undefined || call.right === undefined) return 'FORBIDDEN';
  if (!rightsOf[standing.role].includes(call.right)) return 'FORBIDDEN';
  if (call.right === 'SELF') return undefined;
  if (standing.mustChangePassword) return 'PASSWORD_CHANGE_NEEDED';
  if (standing.factorAt === undefined) return 'SECOND_FACTOR_SETUP_NEEDED';
  return call.stepUp === true && now - standing.factorAt >= STEP_UP_MS ? 'STEP_UP_NEEDED' : undefined;
}

/** Whether the caller may name this site: their own, or any there is for those who run the platform. */
export function mayName(
  { site, standing }: Principal,
  claim: number | undefined,
  hasSite: ((site: number) => boolean) | undefined,
): boolean {
  if (claim === undefined || claim === site) return true;
  return standing?.level === 1 && hasSite?.(claim) === true;
}

/** The caller on the site that the request acts on. One's own account is always where it is. */
export function actingOn(
  principal: Principal | undefined,
  call: Pick<AnyCall, 'right'>,
  claim: number | undefined,
): Principal | undefined {
  if (principal?.standing === undefined || call.right === 'SELF') return principal;
  return claim === undefined ? principal : { ...principal, site: claim as SiteId };
}
