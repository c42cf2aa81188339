// The market lists the instruments; what trading one costs here, and what staff closed, only this room knows.
import {
  existsOverseaOption,
  overseaOptionOf,
  overseaOptions,
  type WireOverseaOption,
} from '@maru/contract/market';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Route } from '../http/serve.ts';
import type { OverseaOptions } from './options.ts';
import type { TermsOf } from './terms.ts';

export function withTerms(
  routes: readonly Route[],
  { terms, options }: { readonly terms: TermsOf; readonly options: OverseaOptions },
): readonly Route[] {
  /** Something can be traded now: its session runs, and staff have not closed it. */
  const isAnyOpen = (site: SiteId, now: Millis): boolean =>
    options.all.some(({ id }) => {
      const own = terms.at(site, id, now);
      return own?.session !== undefined && own.mode !== 'STOPPED';
    });
  function shown(site: SiteId, option: WireOverseaOption, now: Millis): WireOverseaOption {
    const own = terms.wire(site, option.id, now);
    return { ...option, terms: own, isStop: own?.mode === 'STOPPED' ? 1 : option.isStop };
  }
  return routes.map((route) => {
    if (route.call === existsOverseaOption) {
      return {
        ...route,
        handle: async ({ site, now }) => ({ ok: true, reply: { exist: isAnyOpen(site, now) } }),
      };
    }
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
