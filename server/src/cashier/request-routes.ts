// Deposits, withdrawals, purchases and sales as members ask for them, and what may be withdrawn.
import type { AnyCall, RefusalOf } from '@maru/contract/call';
import {
  applyBuy,
  applyDeposit,
  applyDnw,
  applySell,
  applyWithdraw,
  cancelDnw,
  cancelDnwPost,
  depositAccount,
  withdrawable,
} from '@maru/contract/cashier/calls';
import { toDecimal, toPlaces } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { requestOfRow } from '@maru/engine/cashier/row-number';
import { withdrawable as mayLeave } from '@maru/engine/cashier/withdrawable';
import type { CommandKey } from '@maru/engine/command';
import { commandHead, refusalFor, walletAfter } from '../desk/call-answer.ts';
import type { DeskRefusal } from '../desk/desk.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { type Ask, type Asker, createAsk } from './ask.ts';
import { type CashierParts, NO_REQUEST, NO_WALLET, walletOf } from './deps.ts';
import { dayLimitOf } from './level.ts';
import { findMember } from './member-store.ts';
import { choosePayout, stillWaiting } from './payouts.ts';
import { readStanding } from './reads.ts';
import { findRow } from './row-store.ts';
import { namesOf, wireRow } from './wire.ts';

/** The provider through which coins are bought and sold where a call names none. */
const COIN_CHANNEL = 'coinfir';

type Asked = Awaited<ReturnType<Ask['deposit']>>;

async function answerAsked<C extends AnyCall>(ask: Ask, call: C, asker: Asker, asked: Asked) {
  if (!asked.ok)
    return { ...asked, refusal: refusalFor(call, asked.refusal as DeskRefusal) as RefusalOf<C> } as const;
  return { ok: true, reply: await ask.replyOf(asked, asker) } as const;
}

export function requestRoutes(parts: CashierParts): readonly Route[] {
  const ask = createAsk(parts);
  return [
    serve(applyDnw, async ({ body: { type, point, code }, ...asker }) => {
      const walletType = 'BINARY';
      const asked =
        type === 'D'
          ? await ask.deposit(asker, { walletType, point })
          : await ask.withdrawal(asker, { walletType, point, code });
      return answerAsked(ask, applyDnw, asker, asked);
    }),
    serve(applyDeposit, async ({ body: { walletType, point }, ...asker }) =>
      answerAsked(ask, applyDeposit, asker, await ask.deposit(asker, { walletType, point })),
    ),
    serve(applyWithdraw, async ({ body: { walletType, point, payoutId, code }, ...asker }) => {
      const asked = await ask.withdrawal(asker, { walletType, point, payoutId, code });
      return answerAsked(ask, applyWithdraw, asker, asked);
    }),
    serve(applyBuy, async ({ body: { walletType, won, point }, ...asker }) => {
      const asked = await ask.purchase(asker, { walletType, won, shown: point, channel: COIN_CHANNEL });
      return answerAsked(ask, applyBuy, asker, asked);
    }),
    serve(applySell, async ({ body: { walletType, point, code }, ...asker }) => {
      const asked = await ask.sale(asker, { walletType, point, channel: COIN_CHANNEL, code });
      return answerAsked(ask, applySell, asker, asked);
    }),
    ...cancelRoutes(parts),
    ...standingRoutes(parts, ask),
  ];
}

function cancelRoutes({ desk, database, sites }: CashierParts): readonly Route[] {
  async function cancel(id: number, principal: Principal, key: CommandKey | undefined) {
    const request = requestOfRow(id);
    const { site, player } = principal;
    if (request === undefined) return NO_REQUEST;
    const outcome = await desk.submit({ kind: 'CANCEL_REQUEST', ...commandHead(principal, key), request });
    if (!(await desk.caughtUp(player))) return BEHIND;
    const found = await database.transaction(async (tx) => {
      const row = await findRow(tx, { site, player, id });
      return row && { row, names: await namesOf(tx, site, [row]) };
    });
    if (!outcome.ok) {
      // A request that has ended is not in the book any more; that of another player is no different from none.
      const isEnded =
        outcome.refusal === 'REQUEST_NOT_FOUND' && found !== undefined && found.row.endedAt !== undefined;
      if (isEnded) return { ok: false, refusal: 'REQUEST_PROCESSED' } as const;
      return { ok: false, refusal: refusalFor(cancelDnwPost, outcome.refusal) } as const;
    }
    assert(found !== undefined && outcome.event.kind === 'REQUEST_CANCELLED', 'it was cancelled');
    const known = sites.byId(site);
    const wallet = known && walletOf(known, found.row.wallet);
    assert(wallet !== undefined, 'a request is about a wallet of its site');
    const reply = {
      request: wireRow(found.row, found.names),
      wallet: walletAfter(outcome.event, player, wallet),
    };
    return { ok: true, reply } as const;
  }

  return [
    serve(cancelDnw, ({ query, principal }) => cancel(query.dnwHistoryId, principal, undefined)),
    serve(cancelDnwPost, ({ body, principal, key }) => cancel(body.dnwHistoryId, principal, key)),
  ];
}

function standingRoutes(
  { desk, database, sites, reservedFor, protection }: CashierParts,
  ask: Pick<Ask, 'rateOf'>,
): readonly Route[] {
  return [
    serve(withdrawable, async ({ query: { walletType }, principal, now }) => {
      const site = sites.byId(principal.site);
      const wallet = site && walletOf(site, walletType);
      if (site === undefined || wallet === undefined) return NO_WALLET;
      const { player } = principal;
      const read = await desk.read(readStanding, { player, wallet: walletType });
      if (read === undefined || !(await desk.caughtUp(player))) return BEHIND;
      const { isOpen, free, held, locked, turnoverLeft } = read.seen;
      if (!isOpen) return NO_WALLET;
      const reserved = reservedFor(player, walletType, now);
      const choice = await database.transaction((tx) =>
        choosePayout(tx, principal, { site, protection, wallet: walletType, now }),
      );
      const { currency, places } = wallet;
      const day = dayLimitOf(choice, currency, (each) => ask.rateOf(each, now));
      return {
        ok: true,
        reply: {
          walletType,
          currency,
          withdrawable: toDecimal(mayLeave({ free, reserved, locked, places })),
          free: toDecimal(free),
          reserved: toDecimal(reserved),
          bonus: toDecimal(locked),
          turnoverLeft: toDecimal(turnoverLeft),
          held: toDecimal(held),
          fee: toDecimal(site.money.fee(currency)),
          least: toDecimal(site.money.withdrawLeast(currency)),
          twoFrom: toDecimal(site.money.twoFrom(currency)),
          level: choice.level,
          today:
            day === undefined
              ? null
              : { mostWon: toDecimal(day.limit), left: toDecimal(toPlaces(day.left, places, 'down')) },
          waits: stillWaiting(choice.waits, now).map(({ reason, until }) => ({ reason, untilMillis: until })),
        },
      };
    }),
    serve(depositAccount, async ({ principal }) => {
      const site = sites.byId(principal.site);
      const member = await database.transaction((tx) => findMember(tx, principal));
      if (site === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      const reply = {
        ...site.money.bank,
        sender: member?.name ?? '',
        least: toDecimal(site.money.depositLeast('KRW')),
      };
      return { ok: true, reply };
    }),
  ];
}
