import { appIds, appVersion, bankList, siteByCode, siteDnw } from '@maru/contract/site';
import { coinList } from '@maru/contract/site-type';
import { type Amount, toDecimal } from '@maru/engine/amount';
import { type Route, serve } from '../http/serve.ts';
import { VERSION } from '../version.ts';
import { banks } from './banks.ts';
import type { Site, Sites } from './sites.ts';

export type PriceSource = 'SIMULATED' | 'PROVIDED';

export function siteRoutes({
  sites,
  priceSource,
  liveChatUrl = null,
}: {
  readonly sites: Sites;
  readonly priceSource: PriceSource;
  readonly liveChatUrl?: string | null;
}): Route[] {
  return [
    serve(siteByCode, async ({ query, site: ofHost }) => {
      const site = query.code === undefined ? sites.byId(ofHost) : sites.byCode(query.code);
      return site === undefined
        ? { ok: false, refusal: 'SITE_NOT_FOUND' }
        : { ok: true, reply: { ...siteReply(site), priceSource, liveChatUrl } };
    }),
    serve(appVersion, async ({ query }) => ({
      ok: true,
      reply: { os: query.os, version: VERSION, required: false },
    })),
    serve(siteDnw, async ({ site }) => {
      const known = sites.byId(site);
      if (known === undefined) return { ok: false, refusal: 'SITE_NOT_FOUND' };
      const { moneyMode, refillMost } = known;
      return {
        ok: true,
        reply: {
          moneyMode,
          depositCoins: offered(known, known.depositCoins),
          buyCoins: offered(known, known.buyCoins),
          refillMost: { ...refillMost },
          ...termsReply(known),
        },
      };
    }),
    serve(appIds, async () => ({ ok: true, reply: { android: '', ios: '' } })),
    serve(bankList, async ({ site }) => {
      const offered = sites.byId(site)?.banks ?? null;
      return {
        ok: true,
        reply: offered === null ? banks : banks.filter(({ id }) => offered.includes(id)),
      };
    }),
  ];
}

function termsReply({ money, wallets, features }: Site) {
  const currencies = [...new Set(wallets.map(({ currency }) => currency))];
  const each = (of: (currency: string) => Amount) =>
    Object.fromEntries(currencies.map((currency) => [currency, toDecimal(of(currency))]));
  return {
    withdrawCoins: wallets.map(({ type }) => type).join(','),
    fee: each(money.fee),
    depositLeast: each(money.depositLeast),
    withdrawLeast: each(money.withdrawLeast),
    twoFrom: each(money.twoFrom),
    spread: toDecimal(money.spread),
    toMembers: money.toMembers,
    waitMs: money.waitMs,
    p2p: features.p2p && money.p2p && money.seller !== null,
  };
}

/** A coin that is not in use cannot be deposited or bought either. */
const offered = (site: Site, coins: string): string =>
  coinList(coins)
    .filter((coin) => site.coins.includes(coin))
    .join(',');

const siteReply = (site: Site) => ({
  id: site.id,
  code: site.code,
  name: site.name,
  stockPrefix: site.stockPrefix,
  overseaPrefix: site.overseaPrefix,
  coinInfoJson: JSON.stringify(site.coinSettings),
  usedCoins: site.coins.join(','),
  depositCoins: offered(site, site.depositCoins),
  buyCoins: offered(site, site.buyCoins),
  binaryCurrency: site.binaryCurrency,
  type: site.type,
  moneyMode: site.moneyMode,
  language: site.language,
  theme: site.shownTheme,
});
