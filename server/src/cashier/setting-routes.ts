// The cashier's settings of a site. Two members of staff change them; they hold at once, for what is asked for from then
// on: a request keeps the fee it was made with, and the limit above which two people approve it.
import type { BodyOf } from '@maru/contract/call';
import { cashierSetting, changeCashierSetting } from '@maru/contract/cashier/settings';
import { coinList } from '@maru/contract/site-type';
import { type Amount, amount, isMultiple, toDecimal, unitOf, ZERO } from '@maru/engine/amount';
import { HOUR_MS, type Millis } from '@maru/engine/time';
import type { z } from 'zod';
import { type Route, serve } from '../http/serve.ts';
import { type MoneySettings, readMoneySettings, storedMoney } from '../site/money-settings.ts';
import { type SiteMoney, updateMoney } from '../site/store.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { CashierParts, CashierSite } from './deps.ts';

type Wanted = Omit<BodyOf<typeof changeCashierSetting>, 'siteInfoId' | 'reason'>;

const AMOUNTS = ['fee', 'depositLeast', 'withdrawLeast', 'twoFrom', 'staffDayMost'] as const;

/** Anything above is a typing error. */
const MOST = amount('10000000000');
const SPREAD_MOST = amount('0.1');
/** A request that is older than the oldest of these is decided by the oldest. */
const MOST_REMEMBERED = 50;

type Terms = Pick<CashierSite, 'wallets' | 'money' | 'depositCoins' | 'buyCoins'>;

const SMALL = { smallDeposit: 'D', smallWithdrawal: 'W' } as const;
const SMALL_NAMES = ['smallDeposit', 'smallWithdrawal'] as const;

function shown({ wallets, money, depositCoins, buyCoins }: Terms) {
  const currencies = [...new Set(wallets.map(({ currency }) => currency))];
  const each = (name: (typeof AMOUNTS)[number]) =>
    Object.fromEntries(currencies.map((currency) => [currency, toDecimal(money[name](currency))]));
  const small = (name: (typeof SMALL_NAMES)[number]) =>
    Object.fromEntries(
      currencies.flatMap((currency) => {
        const rule = money.small(SMALL[name], currency);
        if (rule === undefined) return [];
        const { most, dayMost, siteDayMost, accountDays, since } = rule;
        const amounts = { most: toDecimal(most), dayMost: toDecimal(dayMost) };
        const rest = { siteDayMost: toDecimal(siteDayMost), accountDays, sinceMillis: since };
        return [[currency, { ...amounts, ...rest }]];
      }),
    );
  return {
    fee: each('fee'),
    depositLeast: each('depositLeast'),
    withdrawLeast: each('withdrawLeast'),
    twoFrom: each('twoFrom'),
    staffDayMost: each('staffDayMost'),
    spread: toDecimal(money.spread),
    toMembers: money.toMembers,
    waitHours: money.waitMs / HOUR_MS,
    p2p: money.p2p,
    depositCoins: [...coinList(depositCoins)],
    buyCoins: [...coinList(buyCoins)],
    bank: money.bank,
    seller: money.seller,
    smallDeposit: small('smallDeposit'),
    smallWithdrawal: small('smallWithdrawal'),
  };
}

type StoredSmall = z.output<typeof storedMoney>['small']['D'];

/** A rule holds for what is asked for from now on: what waits already was asked for while somebody looked at everything. */
function changedSmall(before: StoredSmall, wanted: Wanted['smallDeposit'], now: Millis): StoredSmall {
  const rules = { ...before };
  for (const [currency, rule] of Object.entries(wanted ?? {}))
    if (rule === null) delete rules[currency];
    else rules[currency] = { ...rule, since: now };
  return rules;
}

/** The site with the change, as it would be stored. */
function changed(site: CashierSite, wanted: Wanted, now: Millis): SiteMoney {
  const { depositCoins, buyCoins, fee, depositLeast, withdrawLeast, twoFrom, staffDayMost, ...others } =
    wanted;
  const { smallDeposit, smallWithdrawal, ...plain } = others;
  const before = storedMoney.parse(site.moneySettings);
  const moneySettings = {
    ...before,
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    fee: { ...before.fee, ...fee },
    depositLeast: { ...before.depositLeast, ...depositLeast },
    withdrawLeast: { ...before.withdrawLeast, ...withdrawLeast },
    twoFrom: { ...before.twoFrom, ...twoFrom },
    staffDayMost: { ...before.staffDayMost, ...staffDayMost },
    small: {
      D: changedSmall(before.small.D, smallDeposit, now),
      W: changedSmall(before.small.W, smallWithdrawal, now),
    },
    twoFromBefore:
      twoFrom === undefined
        ? before.twoFromBefore
        : [...before.twoFromBefore, { until: now, twoFrom: before.twoFrom }].slice(-MOST_REMEMBERED),
  };
  return {
    moneySettings,
    depositCoins: depositCoins?.join(',') ?? site.depositCoins,
    buyCoins: buyCoins?.join(',') ?? site.buyCoins,
  };
}

/** The first field that breaks a rule. */
function faultOf(site: CashierSite, wanted: Wanted, money: MoneySettings): string | undefined {
  const places = new Map(site.wallets.map((wallet) => [wallet.currency, wallet.places]));
  const isMoney = (units: Amount, currency: string) =>
    units >= ZERO && units <= MOST && isMultiple(units, unitOf(places.get(currency) ?? 0));
  for (const name of AMOUNTS) {
    for (const [currency, text] of Object.entries(wanted[name] ?? {}))
      if (!places.has(currency) || !isMoney(amount(text), currency)) return name;
  }
  for (const name of SMALL_NAMES) {
    for (const [currency, rule] of Object.entries(wanted[name] ?? {})) {
      if (!places.has(currency)) return name;
      if (rule === null) continue;
      const [most, dayMost, siteDayMost] = [
        amount(rule.most),
        amount(rule.dayMost),
        amount(rule.siteDayMost),
      ];
      const isOrdered = most <= dayMost && dayMost <= siteDayMost && most < money.twoFrom(currency);
      if (
        most <= ZERO ||
        !isOrdered ||
        ![most, dayMost, siteDayMost].every((each) => isMoney(each, currency))
      )
        return name;
    }
  }
  // A withdrawal that costs all of itself is none.
  for (const currency of places.keys())
    if (money.fee(currency) > ZERO && money.fee(currency) >= money.withdrawLeast(currency)) return 'fee';
  if (money.spread < ZERO || money.spread > SPREAD_MOST) return 'spread';
  const { depositCoins = [], buyCoins = [] } = wanted;
  const typed = (coin: string) => site.wallets.find(({ type }) => type === coin);
  if (!depositCoins.every((coin) => typed(coin) !== undefined)) return 'depositCoins';
  if (!buyCoins.every((coin) => typed(coin)?.currency === coin && coin !== 'KRW')) return 'buyCoins';
  return Object.values(wanted).every((value) => value === undefined) ? 'reason' : undefined;
}

export function settingRoutes({ database, sites, requests }: CashierParts): readonly Route[] {
  requests.perform('CASHIER_SETTING', async ({ site: id, body, requestedBy, approvedBy, now, reason }) => {
    const site = sites.byId(id);
    if (site === undefined) return { ok: false, refusal: 'SETTING_INVALID' };
    const wanted = body as Wanted;
    const saved = changed(site, wanted, now);
    const money = readMoneySettings(saved.moneySettings);
    // Checked again: the request may no longer fit the current settings.
    const field = faultOf(site, wanted, money);
    if (field !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field };
    await database.transaction(async (tx) => {
      await updateMoney(tx, id, saved);
      await insertStaffChange(tx, {
        ...{ site: id, area: 'CASHIER', subject: 'setting' },
        ...{ before: shown(site), after: shown({ ...site, ...saved, money }) },
        by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
      });
    });
    sites.setMoney(id, saved);
    return { ok: true };
  });

  return [
    serve(cashierSetting, async ({ principal }) => {
      const site = sites.byId(principal.site);
      return site === undefined ? { ok: false, refusal: 'FORBIDDEN' } : { ok: true, reply: shown(site) };
    }),
    serve(changeCashierSetting, async ({ body, principal, now }) => {
      const { siteInfoId: _, reason, ...wanted } = body;
      const site = sites.byId(principal.site);
      if (site === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      const money = readMoneySettings(changed(site, wanted, now).moneySettings);
      const field = faultOf(site, wanted, money);
      if (field !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field };
      const waiting = await requests.ask({
        ...{ site: site.id, kind: 'CASHIER_SETTING', subject: 'setting', body: wanted, reason },
        ...{ staff: principal.player, now },
      });
      if (waiting === undefined) return { ok: false, refusal: 'ALREADY_PROCESSED' };
      return { ok: true, reply: { ...shown(site), waiting } };
    }),
  ];
}
