// The security of a member as the server answers it in tests: nothing is set up yet.
import type { ReplyOf } from '@maru/contract/call';
import type { mySecurity } from '@maru/contract/security/calls';

export const unprotected: ReplyOf<typeof mySecurity> = {
  joinedMillis: 1_700_000_000_000,
  passwordChangedMillis: null,
  totp: null,
  recovery: null,
  passkeys: [],
  newDeviceLetters: true,
  protection: { hours: 24, next: null, waits: [] },
  lockedMillis: null,
};
