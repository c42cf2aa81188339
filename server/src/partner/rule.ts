// Partners neither invest, order nor use coupons (docs/rules.md 7.1): one rule for every call that says so, before its own.
import type { Route } from '../http/serve.ts';

const REFUSALS = ['PARTNER_CANNOT_TRADE', 'AFFILIATES_CANNOT_USE_COUPONS'] as const;

export function partnerRule(route: Route): Route {
  const refusal = REFUSALS.find((each) => route.call.refusals.includes(each));
  if (refusal === undefined || route.call.access !== 'player') return route;
  return {
    ...route,
    handle: async (asked) =>
      asked.principal?.role === 'PARTNER' ? { ok: false, refusal } : route.handle(asked),
  };
}
