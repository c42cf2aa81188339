// Conversion at a held quote, and transfers: both are final (docs/rules.md 6.6).
import { convert, makeQuote, transferMoney } from '@maru/contract/cashier/calls';
import { amount, amountOfUnits, isMultiple, ONE, toDecimal, unitOf, ZERO } from '@maru/engine/amount';

import { assert } from '@maru/engine/assert';
import { convertedAmount } from '@maru/engine/cashier/convert';
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { AnyEvent } from '@maru/engine/products';
import type { SiteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { commandHead, refusalFor, walletAfter } from '../desk/call-answer.ts';
import type { DeskRefusal } from '../desk/desk.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { useOf } from './ask.ts';
import { type CashierParts, type CashierSite, isOff, MONEY_OFF, NO_WALLET, walletOf } from './deps.ts';
import { exactRate } from './exact-rate.ts';
import { findMemberByName } from './member-store.ts';
import { lastUntil, leavingWaits } from './payouts.ts';
import type { Quote } from './quotes.ts';
import { recipientRoute } from './recipient-route.ts';
import { findRow } from './row-store.ts';
import { namesOf, wireRow } from './wire.ts';

export const convertRoutes = (parts: CashierParts): readonly Route[] => [
  quoting(parts),
  converting(parts),
  transferring(parts),
  recipientRoute(parts),
];

/** Both figures may be wished for: the dearer of the two currencies is written in the other. */
function rateText(quote: Quote, { from, to }: { readonly from: string; readonly to: string }) {
  const { numerator, denominator } = quote.rate;
  const isDearer = numerator >= denominator;
  const [over, under] = isDearer ? [numerator, denominator] : [denominator, numerator];
  const rate = toDecimal((over * ONE) / under);
  return isDearer ? { base: from, counter: to, rate } : { base: to, counter: from, rate };
}

function quoting({ quotes, rates, sites }: CashierParts): Route {
  return serve(makeQuote, async ({ body, principal, now }) => {
    const site = sites.byId(principal.site);
    if (site !== undefined && isOff(site)) return MONEY_OFF;
    const from = site && walletOf(site, body.fromWallet);
    const to = site && walletOf(site, body.toWallet);
    if (site === undefined || from === undefined || to === undefined) return NO_WALLET;
    if (from.currency === to.currency) return { ok: false, refusal: 'SAME_WALLET' };
    const units = amount(body.point);
    if (units <= 0n) return { ok: false, refusal: 'ENTER_AMOUNT', field: 'point' };
    if (!isMultiple(units, unitOf(from.places))) return { ok: false, refusal: 'AMOUNT_OFF_UNIT' };
    const isKnown = [from, to].every(({ currency }) => rates.currencies.includes(currency));
    if (!isKnown) return { ok: false, refusal: 'COIN_UNSUPPORTED' };
    const found = rates.get(from.currency, to.currency, now);
    if (found === undefined) return { ok: false, refusal: 'RATE_STALE' };
    const rate = exactRate(found);
    const { spread } = site.money;
    const unit = unitOf(to.places);
    const received = convertedAmount(units, rate, spread, unit);
    if (received <= 0n) return { ok: false, refusal: 'CONVERTS_TO_NOTHING' };
    const asked = { from: from.type, to: to.type, amount: units, rate, spread };
    const quote = quotes.hold(principal.player, asked, now);
    const cost = (units * spread + ONE - 1n) / ONE;
    return {
      ok: true,
      reply: {
        quoteId: quote.id,
        fromWallet: from.type,
        toWallet: to.type,
        point: toDecimal(units),
        received: toDecimal(received),
        rateText: rateText(quote, { from: from.currency, to: to.currency }),
        numerator: toDecimal(rate.numerator),
        denominator: toDecimal(rate.denominator),
        spread: toDecimal(spread),
        spreadCost: toDecimal(cost),
        source: rate.source,
        rateMillis: rate.at,
        untilMillis: quote.until,
      },
    };
  });
}

/** The two rows of an event that is done at once, as the tables have them. */
async function pairOf(
  { desk, database }: Pick<CashierParts, 'desk' | 'database'>,
  event: AnyEvent,
  { site, player }: { readonly site: SiteId; readonly player: Principal['player'] },
) {
  if (!(await desk.caughtUp(player))) return undefined;
  return database.transaction(async (tx) => {
    const find = (place: 0 | 1) => findRow(tx, { site, id: rowNumber(event.id, place) });
    const [out, into] = [await find(0), await find(1)];
    assert(out !== undefined && into !== undefined, 'an exchange has two rows');
    const names = await namesOf(tx, site, [out, into]);
    return { out: wireRow(out, names), into: wireRow(into, names) };
  });
}

const loadWallet = (site: CashierSite, type: string) => {
  const wallet = walletOf(site, type);
  assert(wallet !== undefined, 'money moves between wallets of the site');
  return wallet;
};

/**
 * A quote that is not remembered, after a restart perhaps, as one that has expired: the desk knows whether its key was
 * answered before, and refuses it otherwise.
 */
function forgottenQuote({ wallets }: CashierSite): Omit<Quote, 'id'> | undefined {
  const [from, ...others] = wallets;
  const to = others.find(({ currency }) => currency !== from?.currency);
  if (from === undefined || to === undefined) return undefined;
  const never = millis(0);
  const rate = { numerator: amountOfUnits(1n), denominator: amountOfUnits(1n), at: never, source: '' };
  return { from: from.type, to: to.type, amount: unitOf(from.places), rate, spread: ZERO, until: never };
}

function converting(parts: CashierParts): Route {
  const { desk, quotes, sites, reservedFor } = parts;
  return serve(convert, async ({ body: { quoteId }, principal, key, now }) => {
    const { player } = principal;
    const site = sites.byId(principal.site);
    if (site !== undefined && isOff(site)) return MONEY_OFF;
    const used = quotes.use(player, quoteId, key);
    const quote = used?.quote ?? (site && forgottenQuote(site));
    if (site === undefined || quote === undefined) return { ok: false, refusal: 'QUOTE_EXPIRED' };
    const { from, to, amount: units, rate, spread, until } = quote;
    const outcome = await desk.submit({
      kind: 'CONVERT',
      ...commandHead(principal, used?.key ?? key ?? { key: quoteId, fingerprint: quoteId }),
      ...{ from, to, amount: units, rate, spread },
      quoteUntil: until,
      reserved: reservedFor(player, from, now),
    });
    if (!outcome.ok) return { ok: false, refusal: refusalFor(convert, outcome.refusal) };
    const { event } = outcome;
    assert(event.kind === 'CONVERTED', 'a conversion is answered by its event');
    const pair = await pairOf(parts, event, principal);
    if (pair === undefined) return BEHIND;
    return {
      ok: true,
      reply: {
        paid: pair.out,
        received: pair.into,
        from: walletAfter(event, player, loadWallet(site, event.from)),
        to: walletAfter(event, player, loadWallet(site, event.to)),
      },
    };
  });
}

function transferring(parts: CashierParts): Route {
  const { desk, database, sites, reservedFor, protection, confirmOwner } = parts;

  /** Undefined when there is no such member: the desk refuses it like one who may not receive. */
  async function recipientOf(principal: Principal, username: string | undefined) {
    if (username === undefined || username === '') return principal.player;
    const found = await database.transaction((tx) => findMemberByName(tx, principal.site, username));
    return found?.id;
  }

  return serve(transferMoney, async ({ body, principal, key, now }) => {
    const { player } = principal;
    const site = sites.byId(principal.site);
    if (site === undefined) return NO_WALLET;
    if (isOff(site)) return MONEY_OFF;
    const isToMember = body.username !== undefined && body.username !== '';
    if (isToMember && !site.money.toMembers) return { ok: false, refusal: 'TRANSFER_NOT_ALLOWED' };
    const recipient = await recipientOf(principal, body.username);
    if (recipient === undefined) return { ok: false, refusal: 'RECIPIENT_NOT_FOUND' };
    // A first deposit of a moment ago must be seen.
    if (isToMember && !(await desk.caughtUp(player))) return BEHIND;
    const waits = isToMember
      ? await database.transaction((tx) => leavingWaits(tx, principal, { site, protection }))
      : [];
    const unconfirmed = isToMember
      ? await confirmOwner(principal, { code: body.code, use: useOf({ key }) })
      : undefined;
    if (unconfirmed !== undefined)
      return { ...unconfirmed, refusal: refusalFor(transferMoney, unconfirmed.refusal as DeskRefusal) };
    const outcome = await desk.submit({
      kind: 'TRANSFER_MONEY',
      ...commandHead(principal, key),
      from: body.fromWallet,
      to: body.toWallet,
      amount: amount(body.point),
      recipient,
      betweenMembers: site.money.toMembers,
      waits,
      reserved: reservedFor(player, body.fromWallet, now),
    });
    if (!outcome.ok) {
      const until = outcome.refusal === 'WITHDRAWAL_WAITS' ? { untilMillis: lastUntil(waits) } : undefined;
      return { ok: false, refusal: refusalFor(transferMoney, outcome.refusal), ...until };
    }
    const { event } = outcome;
    assert(event.kind === 'MONEY_TRANSFERRED', 'a transfer is answered by its event');
    const pair = await pairOf(parts, event, principal);
    if (pair === undefined) return BEHIND;
    const isOwn = event.recipient === player;
    return {
      ok: true,
      reply: {
        sent: pair.out,
        received: isOwn ? pair.into : null,
        from: walletAfter(event, player, loadWallet(site, event.from)),
        to: isOwn ? walletAfter(event, player, loadWallet(site, event.to)) : null,
      },
    };
  });
}
