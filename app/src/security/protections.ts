import type { ReceivedReply } from '@maru/client/call';
import type { mySecurity } from '@maru/contract/security/calls';

export type SecurityState = ReceivedReply<typeof mySecurity>;

/** What protects the account, and whether it does. Everybody has a password. */
export const protections = ({ totp, passkeys, newDeviceLetters }: SecurityState): readonly boolean[] => [
  true,
  totp !== null,
  newDeviceLetters,
  passkeys.length > 0,
];
