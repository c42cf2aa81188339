// What a product proves about one thing of a player: attached to an inquiry about it, as it was when they asked.
import type { AnyCall } from '@maru/contract/call';
import type { Millis } from '@maru/engine/time';
import type { Asked, Principal, Route } from '../http/serve.ts';

export interface EvidenceSource {
  /** As the app names it in the address of a new inquiry, for example `BET`. */
  readonly kind: string;
  /** Undefined when the player has no such thing, `BEHIND` when it cannot be known now. */
  find(principal: Principal, id: number, now: Millis): Promise<unknown>;
}

type Query<C extends AnyCall> = C['query']['_zod']['input'];

/** The answer of a call that the player could ask themselves. */
export function evidenceOfCall<C extends AnyCall>(
  kind: string,
  routes: readonly Route[],
  call: C,
  /** Undefined when the player has no such thing, `BEHIND` when it cannot be known now. */
  queryOf: (id: number, principal: Principal) => Query<C> | Promise<Query<C> | 'BEHIND' | undefined>,
): EvidenceSource {
  return {
    kind,
    async find(principal, id, now) {
      const route = routes.find((each) => each.call === call);
      const given = await queryOf(id, principal);
      if (given === undefined || given === 'BEHIND') return given;
      const asked = { query: call.query.parse(given), body: {}, principal, site: principal.site, now };
      const about = { key: undefined, ip: '', device: 'MOBILE', language: 'ko' } as const;
      const answered = await route?.handle({ ...asked, ...about } as Asked<AnyCall>);
      if (answered?.ok === true) return answered.reply;
      const isTransient = answered?.refusal === 'TRY_AGAIN' || answered?.refusal === 'RESULT_UNKNOWN';
      return isTransient ? 'BEHIND' : undefined;
    },
  };
}
