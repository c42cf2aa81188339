// The market lists the options; what a site does not offer is left out of its list, what its staff halted is shown as
// stopped, and each says what a hit pays.
import { siteTradeOptions, tradeOption, tradeOptions, type WireBinaryOption } from '@maru/contract/market';
import { print } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Route } from '../http/serve.ts';
import type { BinarySites } from './deps.ts';
import type { Halts } from './halts.ts';
import { isOffered, type OptionList } from './options.ts';
import type { Settings } from './settings.ts';

export function withTerms(
  routes: readonly Route[],
  parts: {
    readonly options: OptionList;
    readonly halts: Halts;
    readonly sites: BinarySites;
    readonly settings: Settings;
  },
): readonly Route[] {
  const { options, halts, sites, settings } = parts;
  function rateOf(site: SiteId, id: number): string | null {
    const [known, option] = [sites.byId(site), options.byId(id)];
    if (known === undefined || option === undefined || option.family === 'BALL') return null;
    return print(settings.termsOf(known, option).rate);
  }
  const shown = (site: SiteId, option: WireBinaryOption): WireBinaryOption => ({
    ...option,
    rate: rateOf(site, option.id),
    isStop: halts.current(site, option.id) === undefined ? option.isStop : 1,
  });
  const isListed = (site: SiteId, { id }: WireBinaryOption): boolean => {
    const known = sites.byId(site);
    const option = options.byId(id);
    return known !== undefined && option !== undefined && isOffered(known, option);
  };
  return routes.map((route) => {
    if (route.call === tradeOption) {
      return {
        ...route,
        handle: async (asked) => {
          const answer = await route.handle(asked);
          return answer.ok
            ? { ok: true, reply: shown(asked.site, answer.reply as WireBinaryOption) }
            : answer;
        },
      };
    }
    if (route.call !== tradeOptions && route.call !== siteTradeOptions) return route;
    return {
      ...route,
      handle: async (asked) => {
        const answer = await route.handle(asked);
        if (!answer.ok) return answer;
        const list = (answer.reply as readonly WireBinaryOption[]).filter((each) =>
          isListed(asked.site, each),
        );
        return { ok: true, reply: list.map((each) => shown(asked.site, each)) };
      },
    };
  });
}
