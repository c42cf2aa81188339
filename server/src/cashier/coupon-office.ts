// Coupons: issued by two people, listed and stopped by one.
import { askCoupon, couponList, endCoupon } from '@maru/contract/cashier/office';
import { amount, amountOfUnits, isMultiple, parseUnits, toDecimal, unitOf } from '@maru/engine/amount';
import { HOUSE } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { countApproval } from './approval-store.ts';
import { couponHash, makeCode } from './coupon-routes.ts';
import { type CouponRow, findCoupon, insertHint, listCoupons } from './coupon-store.ts';
import { type CashierParts, walletOf } from './deps.ts';

interface CouponBody {
  readonly coupon: string;
  readonly walletTypes: readonly string[];
  readonly currency: string;
  readonly point: string;
  readonly uses: number;
  readonly turnover: string;
  readonly fromMillis: number;
  readonly untilMillis: number;
}

const HINT_LENGTH = 4;
const decimalOf = (stored: string): string => toDecimal(amountOfUnits(parseUnits(stored) ?? 0n));

const wireCoupon = (row: CouponRow) => ({
  id: row.id,
  hint: row.hint,
  walletTypes: [...row.wallets],
  currency: row.currency,
  point: decimalOf(row.amount),
  uses: row.uses,
  used: row.used,
  turnover: decimalOf(row.turnover),
  fromMillis: row.from,
  untilMillis: row.until,
  endedMillis: row.ended,
  askedBy: row.askedBy,
  approvedBy: row.approvedBy,
});

/** All of its uses count, for who asks and for who approves. */
const countedAs = ({
  coupon,
  currency,
  point,
  uses,
}: Pick<CouponBody, 'coupon' | 'currency' | 'point' | 'uses'>) => ({
  subject: `coupon ${coupon}`,
  currency,
  amount: amountOfUnits(amount(point) * BigInt(uses)),
});

export function couponOfficeRoutes({
  desk,
  database,
  sites,
  requests,
  random,
}: CashierParts): readonly Route[] {
  requests.perform('COUPON', async ({ site, body, reason, requestedBy, approvedBy, now }) => {
    const { coupon, walletTypes, currency, point, uses, turnover, fromMillis, untilMillis } =
      body as CouponBody;
    const money = sites.byId(site)?.money;
    if (untilMillis <= now || money === undefined)
      return { ok: false, refusal: 'SETTING_INVALID', field: 'untilMillis' };
    const approval = { site, staff: approvedBy, ...countedAs({ coupon, currency, point, uses }), now };
    const counted = await database.transaction(async (tx) => {
      const count = await countApproval(tx, approval, money.staffDayMost(currency));
      if (count === 'ABOVE') return count;
      await insertStaffChange(tx, {
        site,
        area: 'CASHIER',
        subject: `coupon ${coupon.slice(0, 12)}`,
        before: {},
        after: { walletTypes, currency, point, uses, turnover, fromMillis, untilMillis },
        by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
      });
      return count;
    });
    if (counted === 'ABOVE') return { ok: false, refusal: 'STAFF_DAY_LIMIT' };
    const outcome = await desk.submit({
      kind: 'ISSUE_COUPON',
      ...{ site, player: HOUSE, coupon, wallets: walletTypes, currency, uses },
      ...{ amount: amount(point), turnover: amount(turnover) },
      ...{ from: millis(fromMillis), until: millis(untilMillis), askedBy: requestedBy, approvedBy },
    });
    if (outcome.ok) return { ok: true };
    const { refusal } = outcome;
    const isTransient = refusal === 'TRY_AGAIN' || refusal === 'RESULT_UNKNOWN';
    if (isTransient || refusal === 'ALREADY_PROCESSED') return { ok: false, refusal };
    return { ok: false, refusal: 'SETTING_INVALID' };
  });

  return [
    serve(askCoupon, async ({ body, principal, now }) => {
      const site = sites.byId(principal.site);
      const { walletTypes, point, uses, turnover, reason } = body;
      const wallets = walletTypes.map((type) => site && walletOf(site, type));
      const [first] = wallets;
      if (site === undefined || first === undefined || wallets.includes(undefined))
        return { ok: false, refusal: 'WALLET_UNSUPPORTED' };
      if (wallets.some((wallet) => wallet?.currency !== first.currency))
        return { ok: false, refusal: 'CURRENCIES_DIFFER' };
      const units = amount(point);
      if (units <= 0n) return { ok: false, refusal: 'ENTER_AMOUNT', field: 'point' };
      if (!isMultiple(units, unitOf(first.places))) return { ok: false, refusal: 'AMOUNT_OFF_UNIT' };
      if (amount(turnover) < 0n) return { ok: false, refusal: 'SETTING_INVALID', field: 'turnover' };
      const fromMillis = Math.max(body.fromMillis?.at ?? now, now);
      const untilMillis = body.untilMillis.at;
      if (untilMillis <= fromMillis) return { ok: false, refusal: 'SETTING_INVALID', field: 'untilMillis' };
      const promoCode = makeCode(random);
      const coupon = couponHash(promoCode);
      await database.transaction((tx) => insertHint(tx, site.id, coupon, promoCode.slice(0, HINT_LENGTH)));
      const wanted: CouponBody = {
        ...{ coupon, walletTypes, currency: first.currency, point: toDecimal(units), uses },
        ...{ turnover: toDecimal(amount(turnover)), fromMillis, untilMillis },
      };
      const asked = { site: site.id, staff: principal.player, ...countedAs(wanted), now };
      const counted = await database.transaction((tx) =>
        countApproval(tx, asked, site.money.staffDayMost(first.currency)),
      );
      if (counted === 'ABOVE') return { ok: false, refusal: 'STAFF_DAY_LIMIT' };
      const waiting = await requests.ask({
        ...{ site: site.id, kind: 'COUPON', subject: coupon, body: wanted, reason },
        ...{ staff: principal.player, now },
      });
      if (waiting === undefined) return { ok: false, refusal: 'TRY_AGAIN' };
      return { ok: true, reply: { promoCode, waiting: waiting.id } };
    }),
    serve(endCoupon, async ({ body: { couponId: id }, principal, now }) => {
      const { site, player: staff } = principal;
      if (!(await desk.caughtUp(HOUSE))) return BEHIND;
      const found = await database.transaction((tx) => findCoupon(tx, site, id));
      if (found === undefined) return { ok: false, refusal: 'COUPON_NOT_FOUND' };
      if (found.ended !== null) return { ok: false, refusal: 'ALREADY_PROCESSED' };
      await database.transaction((tx) =>
        insertStaffChange(tx, {
          ...{ site, area: 'CASHIER', subject: `coupon ${found.coupon.slice(0, 12)}` },
          ...{ before: { ended: null }, after: { ended: now }, by: { staff, now, reason: '' } },
        }),
      );
      const { coupon } = found;
      const outcome = await desk.submit({ kind: 'END_COUPON', site, player: HOUSE, coupon, staff });
      if (!outcome.ok) {
        const isTransient = outcome.refusal === 'TRY_AGAIN' || outcome.refusal === 'RESULT_UNKNOWN';
        return { ok: false, refusal: isTransient ? outcome.refusal : 'ALREADY_PROCESSED' };
      }
      if (!(await desk.caughtUp(HOUSE))) return BEHIND;
      const ended = await database.transaction((tx) => findCoupon(tx, site, id));
      return { ok: true, reply: wireCoupon(ended ?? found) };
    }),
    serve(couponList, async ({ query: { before, size }, principal: { site } }) => {
      if (!(await desk.caughtUp(HOUSE))) return BEHIND;
      const rows = await database.transaction((tx) => listCoupons(tx, { site, before, size }));
      return { ok: true, reply: { content: rows.map(wireCoupon) } };
    }),
  ];
}
