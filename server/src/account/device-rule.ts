// Refuses money calls from a blocked class of device, whatever feature they belong to: `platform.ts` wraps all routes.
import type { Route } from '../http/serve.ts';
import type { Authenticator } from './authenticator.ts';

export function withDeviceRule(routes: readonly Route[], { mayUse }: Pick<Authenticator, 'mayUse'>): Route[] {
  return routes.map((route) => {
    if (route.call.money !== true) return route;
    return {
      ...route,
      handle: async (asked) =>
        asked.principal !== undefined && !mayUse(asked.principal, asked.device)
          ? { ok: false, refusal: 'DEVICE_BLOCKED' }
          : route.handle(asked),
    };
  });
}
