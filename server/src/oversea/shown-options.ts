// The market lists the instruments; what trading one costs here, and what staff closed, only this room knows.
import { overseaOptionOf, overseaOptions, type WireOverseaOption } from '@maru/contract/market';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Route } from '../http/serve.ts';
import type { TermsOf } from './terms.ts';

export function withTerms(routes: readonly Route[], terms: TermsOf): readonly Route[] {
  function shown(site: SiteId, option: WireOverseaOption, now: Millis): WireOverseaOption {
    const own = terms.wire(site, option.id, now);
    return { ...option, terms: own, isStop: own?.mode === 'STOPPED' ? 1 : option.isStop };
  }
  return routes.map((route) => {
    if (route.call !== overseaOptionOf && route.call !== overseaOptions) return route;
    return {
      ...route,
      handle: async (asked) => {
        const answer = await route.handle(asked);
        if (!answer.ok) return answer;
        const { site, now } = asked;
        const reply = Array.isArray(answer.reply)
          ? (answer.reply as readonly WireOverseaOption[]).map((each) => shown(site, each, now))
          : shown(site, answer.reply as WireOverseaOption, now);
        return { ok: true, reply };
      },
    };
  });
}
