// Using a coupon code. Codes have a hundred random bits, and whoever guesses is stopped long before (T-72).
import { createHash } from 'node:crypto';
import { useCoupon } from '@maru/contract/cashier/calls';
import { toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { rowNumber } from '@maru/engine/cashier/row-number';
import { koreanDate } from '@maru/engine/time';
import { commandHead, refusalFor, walletAfter } from '../desk/call-answer.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { countTry } from './coupon-store.ts';
import { type CashierParts, isOff, MONEY_OFF, NO_WALLET, walletOf } from './deps.ts';
import { readAnswer } from './reads.ts';
import { findRow } from './row-store.ts';
import { namesOf, wireRow } from './wire.ts';

const TRIES_A_DAY = 20;
/** Without 0, 1, I and O, which look alike. */
const CODE_DIGITS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 20;
const CODE_FORM = /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){4}$/;

/** Only the hash is stored, in the journal as in the tables. */
export const couponHash = (code: string): string =>
  createHash('sha256').update(`coupon ${code}`).digest('hex');

/** Twenty digits of five bits. */
export function makeCode(random: (bytes: number) => Uint8Array): string {
  const digits = Array.from(random(CODE_LENGTH), (byte) => CODE_DIGITS[byte & 31] as string);
  return [0, 4, 8, 12, 16].map((at) => digits.slice(at, at + 4).join('')).join('-');
}

export function couponRoutes({ desk, database, sites }: CashierParts): readonly Route[] {
  return [
    serve(useCoupon, async ({ body: { promoCode, walletType }, principal, key, now }) => {
      const { site: siteId, player } = principal;
      const site = sites.byId(siteId);
      if (site === undefined) return NO_WALLET;
      if (isOff(site)) return MONEY_OFF;
      // A request that is repeated under its key is no other guess.
      const first = key && (await desk.read(readAnswer, { player, key: key.key }));
      if (first?.seen === undefined) {
        const tries = await database.transaction((tx) => countTry(tx, player, koreanDate(now)));
        if (tries > TRIES_A_DAY) return { ok: false, refusal: 'TOO_MANY_COUPON_TRIES' };
      }
      if (!CODE_FORM.test(promoCode)) return { ok: false, refusal: 'COUPON_NOT_FOUND', field: 'promoCode' };
      const outcome = await desk.submit({
        kind: 'USE_COUPON',
        ...commandHead(principal, key),
        coupon: couponHash(promoCode),
        wallet: walletType,
      });
      if (!outcome.ok) return { ok: false, refusal: refusalFor(useCoupon, outcome.refusal) };
      const { event } = outcome;
      assert(event.kind === 'COUPON_USED', 'a coupon is answered by its event');
      if (!(await desk.caughtUp(player))) return BEHIND;
      const row = await database.transaction(async (tx) => {
        const found = await findRow(tx, { site: siteId, player, id: rowNumber(event.id) });
        assert(found !== undefined, 'a used coupon has a row');
        return wireRow(found, await namesOf(tx, siteId, [found]));
      });
      const wallet = walletOf(site, event.wallet);
      assert(wallet !== undefined, 'a bonus goes to a wallet of the site');
      return {
        ok: true,
        reply: { row, wallet: walletAfter(event, player, wallet), turnover: toDecimal(event.turnover) },
      };
    }),
  ];
}
