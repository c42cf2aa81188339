// Whether somebody else may be sitting at the member's account.
import { HOUR_MS, type Millis } from '../../time.ts';
import { type Check, isOutgoing } from './check.ts';

export interface SecurityFacts {
  readonly type: string;
  readonly now: Millis;
  readonly passwordAt: Millis | undefined;
  /** The last change of the second factor, a passkey, the phone, or a used recovery code. */
  readonly protectionAt: Millis | undefined;
  readonly isLocked: boolean;
  /** The last sign-in came from an address and a kind of device that the member never used before. */
  readonly isOtherDevice: boolean;
}

const RECENT_MS = 72 * HOUR_MS;

export function securityChecks(facts: SecurityFacts): readonly Check[] {
  const { type, now, passwordAt, protectionAt, isLocked, isOtherDevice } = facts;
  if (!isOutgoing(type)) return [];
  const changed = (
    code: 'PASSWORD_CHANGED' | 'PROTECTION_CHANGED',
    at: Millis | undefined,
  ): readonly Check[] =>
    at === undefined ? [] : [{ code, severity: now < at + RECENT_MS ? 'AMBER' : 'PLAIN', at }];
  return [
    ...changed('PASSWORD_CHANGED', passwordAt),
    ...changed('PROTECTION_CHANGED', protectionAt),
    ...(isLocked ? [{ code: 'ACCOUNT_LOCKED', severity: 'RED' } as const] : []),
    { code: 'OTHER_DEVICE', severity: isOtherDevice ? 'RED' : 'PLAIN' },
  ];
}
