// A call of members about their own account, for staff: the same with the member's number, answered by the same function,
// so that both read the same figures. It changes nothing.
import type { z } from 'zod';
import type { AnyCall, Call } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { id } from '../fields.ts';
import type { RefusalCode } from '../refusals.ts';

const MINUTE_MS = 60_000;

/** More than anybody reads who opens one member after the other. */
const reading = { per: 'player', max: 240, windowMs: MINUTE_MS } as const;

/** The call of staff, and the member's own. */
export type View = AnyCall & { readonly viewed: AnyCall };

export function viewOf<
  Shape extends z.core.$ZodLooseShape,
  Reply extends z.ZodType,
  const Refusal extends RefusalCode,
  const Path extends `/${string}`,
>(path: Path, call: Call<z.ZodObject<Shape>, z.ZodType, Reply, Refusal>) {
  const { summary, query, reply, refusals, cost } = call;
  return {
    ...defineCall('staff', 'GET', path, {
      right: 'MEMBER_READ',
      summary: `Of a member: ${summary}`,
      limit: reading,
      ...(cost === undefined ? {} : { cost }),
      query: query.extend({ playerId: id }),
      reply,
      refusals,
    }),
    /** The member's own call. */
    viewed: call as Call<z.ZodType, z.ZodType, Reply, Refusal>,
  };
}
