import { z } from 'zod';
import type { Access, Call } from './call.ts';
import type { RefusalCode } from './refusals.ts';
import type { Right } from './staff/rights.ts';

const nothing = z.object({});

type Nothing = typeof nothing;

/** Query and body may be left out when a call takes none. */
export function defineCall<
  Reply extends z.ZodType,
  const Refusal extends RefusalCode = never,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  const Method extends 'GET' | 'POST' = never,
  const Path extends `/${string}` = never,
  const Who extends Access = never,
>(
  access: Who,
  method: Method,
  path: Path,
  call: Omit<
    Call<Query, Body, Reply, Refusal>,
    'access' | 'method' | 'path' | 'query' | 'body' | 'refusals'
  > & {
    readonly query?: Query;
    readonly body?: Body;
    readonly refusals?: readonly Refusal[];
    // A staff call without a right does not compile.
  } & (Who extends 'staff' ? { readonly right: Right } : unknown),
): Call<Query, Body, Reply, Refusal> & { readonly method: Method; readonly path: Path } {
  return {
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    refusals: [],
    ...call,
    access,
    method,
    path,
  };
}
