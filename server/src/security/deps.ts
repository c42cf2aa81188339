import type { AccountDeps } from '../account/deps.ts';
import type { Passkeys } from './passkeys.ts';

/** What security shares with accounts, and what is made of it once they are opened. */
export interface SecurityDeps
  extends Pick<
    AccountDeps,
    | 'database'
    | 'desk'
    | 'siteTerms'
    | 'authenticator'
    | 'forceLogout'
    | 'random'
    | 'factorKeys'
    | 'confirmOwner'
    | 'standings'
  > {
  readonly passkeys: Passkeys;
}
