// Calls that lead to a provider. A request is durable before the provider is asked, and its number is the key of
// whatever the provider is asked for.
import type { AnyCall, RefusalOf } from '@maru/contract/call';
import {
  ashChargeUrl,
  ashCoins,
  ashSellCoin,
  ashSendCoin,
  ashSignUp,
  bitshopUrl,
  chargeUrl,
  firCoins,
  firPlayer,
  firSellCoin,
  firSendCoin,
  firSignUp,
  makeQrCode,
  millionUrl,
  providerInfo,
  providerLogin,
  vancoinUrl,
  yewCoins,
  yewSellCoin,
  yewSendCoin,
  yewSignUp,
} from '@maru/contract/cashier/providers';
import { coinList } from '@maru/contract/site-type';
import { toDecimal } from '@maru/engine/amount';
import type { Millis } from '@maru/engine/time';
import { refusalFor } from '../../desk/call-answer.ts';
import type { DeskRefusal } from '../../desk/desk.ts';
import { type Principal, type Route, serve } from '../../http/serve.ts';
import { type Ask, type Asker, createAsk } from '../ask.ts';
import { type CashierParts, type CashierSite, hasP2p, isOff, MONEY_OFF } from '../deps.ts';
import { isAllowedPage, isProvider, type Order, PROVIDERS, type ProviderName } from './provider.ts';
import { ensureProviderMember, findProviderMember } from './store.ts';

const UNAVAILABLE = { ok: false, refusal: 'PROVIDER_UNAVAILABLE' } as const;
const NOT_A_MEMBER = { ok: false, refusal: 'ACCOUNT_CANNOT_BE_CHARGED' } as const;

/** Which of the site's wallets a provider can charge. */
function walletsOf(site: CashierSite, name: ProviderName): readonly string[] {
  const { carries } = PROVIDERS[name];
  const types = site.wallets.map(({ type }) => type);
  if (carries === 'won')
    return site.wallets.filter(({ currency }) => currency === 'KRW').map(({ type }) => type);
  if (carries === 'coins') return types.filter((type) => coinList(site.buyCoins).includes(type));
  return types.filter((type) => (carries as readonly string[]).includes(type));
}

/** What the parts of this file share. */
function createLinks(parts: CashierParts) {
  const { provider, log, database, random } = parts;

  async function pageOf(name: ProviderName, order: Order, at: Millis) {
    try {
      const page = await provider.pageFor(name, order, at);
      if (!isAllowedPage(page.url, provider)) {
        log.error('provider page on a host that is not allowed, refused', { provider: name });
        return undefined;
      }
      return { provider: name, url: page.url, isPractice: provider.isPractice, untilMillis: page.until };
    } catch (fault) {
      log.warn('provider did not answer, the member may ask again', { provider: name, error: fault });
      return undefined;
    }
  }

  const memberOf = (name: ProviderName, principal: Principal, now: Millis, alias = '') =>
    database.transaction((tx) =>
      ensureProviderMember(tx, {
        provider: name,
        player: principal.player,
        site: principal.site,
        member: Buffer.from(random(18)).toString('base64url'),
        alias,
        now,
      }),
    );

  return {
    pageOf,
    memberOf,
    /** The member's own page at a provider. */
    async ownPage(
      name: ProviderName,
      {
        principal,
        now,
        currency,
        alias,
      }: { principal: Principal; now: Millis; currency: string; alias?: string },
    ) {
      const { member } = await memberOf(name, principal, now, alias);
      const reply = await pageOf(name, { kind: 'MEMBER', member, currency }, now);
      return reply === undefined ? UNAVAILABLE : ({ ok: true, reply } as const);
    },
  };
}

type Links = ReturnType<typeof createLinks>;
type Asked = Awaited<ReturnType<Ask['deposit']>>;

/** The page on which a request is paid; both are the same again under the same key. */
async function answerWithPage<C extends AnyCall>(
  call: C,
  { ask, links, name }: { readonly ask: Ask; readonly links: Links; readonly name: ProviderName },
  { asker, asked }: { readonly asker: Asker; readonly asked: Asked },
) {
  if (!asked.ok)
    return { ...asked, refusal: refusalFor(call, asked.refusal as DeskRefusal) as RefusalOf<C> } as const;
  const { event, wallet } = asked;
  const isPurchase = event.type === 'WB' && event.won !== undefined;
  const order: Order = {
    kind: 'REQUEST',
    request: event.id,
    amount: toDecimal(isPurchase ? (event.won ?? 0n) : event.amount),
    currency: isPurchase ? 'KRW' : wallet.currency,
  };
  const page = await links.pageOf(name, order, event.at);
  if (page === undefined) return UNAVAILABLE;
  return { ok: true, reply: { ...page, ...(await ask.replyOf(asked, asker)) } } as const;
}

export function providerRoutes(parts: CashierParts): readonly Route[] {
  const { sites } = parts;
  const ask = createAsk(parts);
  const links = createLinks(parts);
  const siteOn = ({ site }: { readonly site: Principal['site'] }): CashierSite | undefined => {
    const known = sites.byId(site);
    return known === undefined || isOff(known) ? undefined : known;
  };

  return [
    serve(providerInfo, async ({ query: { provider: name }, site }) => {
      const known = sites.byId(site);
      if (known === undefined || !isProvider(name)) return { ok: false, refusal: 'PROVIDER_UNKNOWN' };
      const isOn = !isOff(known);
      const walletTypes = [...walletsOf(known, name)];
      const { kind } = PROVIDERS[name];
      const { isPractice } = parts.provider;
      return { ok: true, reply: { provider: name, kind, isPractice, isOn, walletTypes } };
    }),
    serve(bitshopUrl, async ({ body: { type, amount, code }, ...asker }) => {
      const both = { walletType: 'USDT', channel: 'bitshop' };
      const asked =
        type === 'buy'
          ? await ask.purchase(asker, { ...both, won: amount })
          : await ask.sale(asker, { ...both, point: amount, code });
      return answerWithPage(bitshopUrl, { ask, links, name: 'bitshop' }, { asker, asked });
    }),
    serve(makeQrCode, async ({ body: { amount: point, currency }, ...asker }) => {
      if (currency !== 'sUSDCG' && currency !== 'USDT') return { ok: false, refusal: 'COIN_UNSUPPORTED' };
      const name = 'paypine';
      const asked = await ask.deposit(asker, { walletType: 'USDT', point, channel: name });
      const answer = await answerWithPage(makeQrCode, { ask, links, name }, { asker, asked });
      if (!answer.ok) return answer;
      const { url, request } = answer.reply;
      const qrText = `maru-practice:pay:${name}:${request.id}?amount=${request.point}&url=${url}`;
      return { ok: true, reply: { ...answer.reply, qrText, currency } };
    }),
    serve(millionUrl, async ({ principal, now }) => {
      const site = siteOn(principal);
      if (site === undefined) return MONEY_OFF;
      if (!hasP2p(site)) return { ok: false, refusal: 'P2P_OFF' };
      return links.ownPage('million', { principal, now, currency: 'USDT' });
    }),
    serve(vancoinUrl, async ({ body: { value: alias }, principal, now }) => {
      const site = siteOn(principal);
      if (site === undefined) return MONEY_OFF;
      if (!hasP2p(site)) return { ok: false, refusal: 'P2P_OFF' };
      return links.ownPage('vancoin', { principal, now, currency: 'USDT', alias });
    }),
    serve(providerLogin, async ({ principal, now }) =>
      siteOn(principal) === undefined
        ? MONEY_OFF
        : links.ownPage('payoak', { principal, now, currency: 'KRW' }),
    ),
    serve(chargeUrl, async ({ principal, now }) => {
      const site = siteOn(principal);
      if (site === undefined) return MONEY_OFF;
      if (walletsOf(site, 'payelm').length === 0) return { ok: false, refusal: 'WALLET_UNSUPPORTED' };
      return links.ownPage('payelm', { principal, now, currency: 'KRW' });
    }),
    ...coinRoutes(parts, { ask, links }),
  ];
}

function coinRoutes(
  { sites, database, rates }: CashierParts,
  { ask, links }: { readonly ask: Ask; readonly links: Links },
): readonly Route[] {
  const isMember = async (name: ProviderName, { player }: Principal) =>
    (await database.transaction((tx) => findProviderMember(tx, name, player))) !== undefined;
  const isClosed = ({ site }: Principal): boolean => {
    const known = sites.byId(site);
    return known === undefined || isOff(known);
  };

  function coins(name: ProviderName, call: typeof firCoins | typeof ashCoins | typeof yewCoins): Route {
    return serve(call, async ({ principal, now }) => {
      const site = sites.byId(principal.site);
      if (site === undefined || isOff(site)) return MONEY_OFF;
      const listed = walletsOf(site, name).map((walletType) => {
        const found = rates.get(walletType, 'KRW', now);
        return {
          walletType,
          won: found === undefined ? null : toDecimal(found.rate),
          rateMillis: found?.at ?? null,
        };
      });
      return { ok: true, reply: { provider: name, coins: listed } };
    });
  }

  function signUp(name: ProviderName, call: typeof firSignUp | typeof ashSignUp | typeof yewSignUp): Route {
    return serve(call, async ({ body: { value }, principal, now }) => {
      if (isClosed(principal)) return MONEY_OFF;
      await links.memberOf(name, principal, now, value);
      return { ok: true, reply: { provider: name, isMember: true } };
    });
  }

  function sendCoin(
    name: ProviderName,
    call: typeof firSendCoin | typeof ashSendCoin | typeof yewSendCoin,
  ): Route {
    return serve(call, async ({ body: { walletType, won }, ...asker }) => {
      if (isClosed(asker.principal)) return MONEY_OFF;
      if (!(await isMember(name, asker.principal))) return NOT_A_MEMBER;
      const asked = await ask.purchase(asker, { walletType, won, channel: name });
      return answerWithPage(call, { ask, links, name }, { asker, asked });
    });
  }

  function sellCoin(
    name: ProviderName,
    call: typeof firSellCoin | typeof ashSellCoin | typeof yewSellCoin,
  ): Route {
    return serve(call, async ({ body: { walletType, point, code }, ...asker }) => {
      if (isClosed(asker.principal)) return MONEY_OFF;
      if (!(await isMember(name, asker.principal))) return NOT_A_MEMBER;
      const asked = await ask.sale(asker, { walletType, point, channel: name, code });
      return answerWithPage(call, { ask, links, name }, { asker, asked });
    });
  }

  return [
    ...[coins('coinfir', firCoins), coins('coinash', ashCoins), coins('coinyew', yewCoins)],
    ...[signUp('coinfir', firSignUp), signUp('coinash', ashSignUp), signUp('coinyew', yewSignUp)],
    ...[sendCoin('coinfir', firSendCoin), sendCoin('coinash', ashSendCoin), sendCoin('coinyew', yewSendCoin)],
    ...[sellCoin('coinfir', firSellCoin), sellCoin('coinash', ashSellCoin), sellCoin('coinyew', yewSellCoin)],
    serve(firPlayer, async ({ principal }) =>
      isClosed(principal)
        ? MONEY_OFF
        : { ok: true, reply: { provider: 'coinfir', isMember: await isMember('coinfir', principal) } },
    ),
    serve(ashChargeUrl, async ({ principal, now }) => {
      if (isClosed(principal)) return MONEY_OFF;
      if (!(await isMember('coinash', principal))) return NOT_A_MEMBER;
      return links.ownPage('coinash', { principal, now, currency: 'USDT' });
    }),
  ];
}
