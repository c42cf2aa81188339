// Passkeys: registering one, and signing in with one. The device has verified the person (a face, a finger, a PIN), so a
// passkey is both factors at once.
import { isIP } from 'node:net';
import type { passkeySignIn } from '@maru/contract/account/calls';
import type { BodyOf } from '@maru/contract/call';
import type { addPasskey } from '@maru/contract/security/calls';
import type { Millis } from '@maru/engine/time';
import { hostName } from '../http/headers.ts';
import { CHALLENGE_MS, type Challenges } from './challenges.ts';
import type { StoredPasskey } from './passkey-store.ts';
import type { Owner } from './store.ts';

/** EdDSA, ES256 and RS256, in the order in which we prefer them. */
const ALGORITHMS = [-8, -7, -257];

/** Where a browser keeps and uses a passkey. */
export interface Place {
  /** The host with its port, as the request named it. */
  readonly host: string;
  readonly now: Millis;
}

export interface NewCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly relyingParty: string;
}

export interface Passkeys {
  registerOptions(
    place: Place,
    member: Owner & {
      readonly username: string;
      readonly siteName: string;
      readonly known: readonly Pick<StoredPasskey, 'id'>[];
    },
  ): Readonly<Record<string, unknown>> | undefined;
  verifyNew(
    place: Place,
    owner: Owner,
    credential: BodyOf<typeof addPasskey>['credential'],
  ): Promise<NewCredential | undefined>;
  signInOptions(place: Place): Readonly<Record<string, unknown>> | undefined;
  /** The counter that the device said, when the passkey is the stored one and its owner is verified. */
  verifySignIn(
    place: Place,
    stored: StoredPasskey,
    credential: BodyOf<typeof passkeySignIn>['credential'],
  ): Promise<number | undefined>;
}

/** A browser makes no passkey for a bare address. */
const relyingPartyOf = (host: string): string | undefined => {
  const name = hostName(host);
  return name === '' || isIP(name.replaceAll(/[[\]]/g, '')) !== 0 ? undefined : name;
};

/** Browsers use passkeys on secure pages and, for development, on this machine. */
const originsOf = (host: string): string[] => {
  const isHere = hostName(host) === 'localhost' || hostName(host).endsWith('.localhost');
  return [`https://${host}`, ...(isHere ? [`http://${host}`] : [])];
};

export function createPasskeys({
  challenges,
  handleOf,
}: {
  readonly challenges: Challenges;
  /** What devices know a member by: it says nothing about them. */
  readonly handleOf: (owner: Owner) => string;
}): Passkeys {
  const registering = ({ player }: Owner, host: string) => ({ purpose: `REGISTER ${player}`, host }) as const;
  const signingIn = (host: string) => ({ purpose: 'SIGN_IN', host }) as const;

  return {
    registerOptions({ host, now }, member) {
      const relyingParty = relyingPartyOf(host);
      if (relyingParty === undefined) return undefined;
      const { username } = member;
      return {
        challenge: challenges.make(registering(member, host), now),
        rp: { id: relyingParty, name: member.siteName },
        user: { id: handleOf(member), name: username, displayName: username },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CHALLENGE_MS,
        excludeCredentials: member.known.map(({ id }) => ({ id, type: 'public-key' })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      };
    },

    async verifyNew({ host, now }, owner, credential) {
      const relyingParty = relyingPartyOf(host);
      if (relyingParty === undefined) return undefined;
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      let used: string | undefined;
      const isOurs = (challenge: string) => {
        used = challenge;
        return challenges.isValid(challenge, registering(owner, host), now);
      };
      const verified = await verifyRegistrationResponse({
        response: { ...credential, clientExtensionResults: {} },
        expectedChallenge: isOurs,
        expectedOrigin: originsOf(host),
        expectedRPID: relyingParty,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
        // Whatever the bytes of a stranger make the parser throw is a credential that is not valid.
      }).catch(() => undefined);
      if (verified?.verified !== true || used === undefined || !challenges.use(used, now)) return undefined;
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, relyingParty };
    },

    signInOptions({ host, now }) {
      const relyingParty = relyingPartyOf(host);
      if (relyingParty === undefined) return undefined;
      return {
        challenge: challenges.make(signingIn(host), now),
        rpId: relyingParty,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      };
    },

    async verifySignIn({ host, now }, stored, credential) {
      if (stored.relyingParty !== relyingPartyOf(host)) return undefined;
      const { userHandle, ...response } = credential.response;
      // A device that names a member must name the owner of the passkey.
      if (userHandle && userHandle !== handleOf(stored)) return undefined;
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      let used: string | undefined;
      const isOurs = (challenge: string) => {
        used = challenge;
        return challenges.isValid(challenge, signingIn(host), now);
      };
      const verified = await verifyAuthenticationResponse({
        response: { ...credential, response, clientExtensionResults: {} },
        expectedChallenge: isOurs,
        expectedOrigin: originsOf(host),
        expectedRPID: stored.relyingParty,
        credential: {
          id: stored.id,
          publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
          counter: stored.counter,
        },
        requireUserVerification: true,
      }).catch(() => undefined);
      if (verified?.verified !== true || used === undefined || !challenges.use(used, now)) return undefined;
      return verified.authenticationInfo.newCounter;
    },
  };
}
