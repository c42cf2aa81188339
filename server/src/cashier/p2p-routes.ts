// Buying and selling with a counterpart: terms, the request with its escrow and clock, and the conversation.
import {
  applyP2p,
  officeP2pMessages,
  officeP2pSend,
  p2pDispute,
  p2pLatest,
  p2pPaid,
  p2pSend,
  p2pTerms,
} from '@maru/contract/cashier/p2p';
import { coinList } from '@maru/contract/site-type';
import { toDecimal } from '@maru/engine/amount';
import { requestOfRow } from '@maru/engine/cashier/row-number';
import { DISPUTE_AFTER_MS } from '@maru/engine/cashier/terms';
import type { CommandKey } from '@maru/engine/command';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { commandHead, refusalFor } from '../desk/call-answer.ts';
import type { DeskRefusal } from '../desk/desk.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { createAsk, PAY_WITHIN_MS } from './ask.ts';
import { type CashierParts, type CashierSite, hasP2p, isOff, NO_REQUEST, walletOf } from './deps.ts';
import { findMember, type Member } from './member-store.ts';
import { insertMessage, listMessages, type P2pMessage } from './p2p-store.ts';
import { isShown } from './reads.ts';
import { type CashierRow, findNewestP2p, findRow, findUsualMs } from './row-store.ts';
import { madeRow, namesOf, wireRow } from './wire.ts';

export const P2P_CHANNEL = 'p2p';

type Viewer = 'MEMBER' | 'OFFICE';

/** A member reads what they wrote as their own; staff read who wrote it. */
export const wireMessage = ({ id, sender, text, at, files }: P2pMessage, viewer: Viewer) => ({
  id,
  from: sender === 'PLAYER' ? (viewer === 'MEMBER' ? ('ME' as const) : ('MEMBER' as const)) : sender,
  text,
  atMillis: at,
  files: [...files],
});

/** Where P2P is offered, with a counterpart who has an account. */
const offers = (site: CashierSite | undefined): site is CashierSite =>
  site !== undefined && hasP2p(site) && site.money.seller !== null;

/** Only the digits count: people write phone numbers in many ways. */
const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

async function stateOf(
  tx: Tx,
  site: CashierSite,
  row: CashierRow,
  { member, messages }: { readonly member: Member | undefined; readonly messages: readonly P2pMessage[] },
) {
  const request = wireRow(row, await namesOf(tx, site.id, [row]));
  const isOpen = row.endedAt === undefined;
  const inHandAt = row.takenAt ?? row.paidAt;
  const mayDispute = isOpen && inHandAt !== undefined && row.disputedAt === undefined;
  return {
    request,
    account: site.money.seller,
    sender: member?.name ?? '',
    escrow: isOpen ? request.point : '0',
    rate: request.rate ?? '0',
    payUntilMillis: request.payUntilMillis,
    disputeFromMillis: mayDispute ? inHandAt + DISPUTE_AFTER_MS : null,
    messages: messages.map((each) => wireMessage(each, 'MEMBER')),
  };
}

export const p2pRoutes = (parts: CashierParts): readonly Route[] => [
  ...askingRoutes(parts),
  ...runningRoutes(parts),
  ...messageRoutes(parts),
];

function askingRoutes(parts: CashierParts): readonly Route[] {
  const { database, sites, rates } = parts;
  const ask = createAsk(parts);
  return [
    serve(p2pTerms, async ({ query: { walletType }, principal, now }) => {
      const site = sites.byId(principal.site);
      if (!offers(site) || isOff(site)) return { ok: false, refusal: 'P2P_OFF' };
      const wallet = walletOf(site, walletType);
      const isBought = coinList(site.buyCoins).includes(walletType);
      if (wallet === undefined || !isBought) return { ok: false, refusal: 'COIN_UNSUPPORTED' };
      const found = rates.get(wallet.currency, 'KRW', now);
      if (found === undefined) return { ok: false, refusal: 'RATE_STALE' };
      const { member, usualMs } = await database.transaction(async (tx) => ({
        member: await findMember(tx, principal),
        usualMs: await findUsualMs(tx, site.id, 'WB'),
      }));
      return {
        ok: true,
        reply: {
          walletType,
          rate: toDecimal(found.rate),
          rateMillis: found.at,
          fee: toDecimal(site.money.fee(wallet.currency)),
          payWithinMs: PAY_WITHIN_MS,
          usualMs,
          leastWon: toDecimal(site.money.depositLeast('KRW')),
          name: member?.name ?? '',
          phone: member?.phone ?? '',
        },
      };
    }),
    serve(applyP2p, async ({ body, ...asker }) => {
      const { principal } = asker;
      const site = sites.byId(principal.site);
      if (!offers(site)) return { ok: false, refusal: 'P2P_OFF' };
      const member = await database.transaction((tx) => findMember(tx, principal));
      const name = body.name.trim();
      if (name !== '' && name !== member?.name) return { ok: false, refusal: 'P2P_NAME_DIFFERS' };
      if (body.phone !== '' && digitsOf(body.phone) !== digitsOf(member?.phone ?? ''))
        return { ok: false, refusal: 'P2P_PHONE_DIFFERS' };
      const { side, walletType } = body.detailJson;
      const both = { walletType, channel: P2P_CHANNEL };
      const asked =
        side === 'BUY'
          ? await ask.purchase(asker, { ...both, won: body.point })
          : await ask.sale(asker, { ...both, point: body.point, code: body.code });
      if (!asked.ok) {
        const refusal = asked.refusal === 'PURCHASE_UNSUPPORTED' ? 'COIN_UNSUPPORTED' : asked.refusal;
        return { ...asked, refusal: refusalFor(applyP2p, refusal as DeskRefusal) };
      }
      const { currency } = asked.wallet;
      const row = madeRow(asked.event, { player: principal.player, currency });
      const p2p = await database.transaction((tx) => stateOf(tx, site, row, { member, messages: [] }));
      const { wallet } = await ask.replyOf(asked, asker);
      return { ok: true, reply: { p2p, wallet } };
    }),
  ];
}

function createLook({ desk, database, sites }: CashierParts) {
  /** The state of one request of the player, or of the newest. */
  return async (principal: Principal, id?: number) => {
    const site = sites.byId(principal.site);
    if (!(await desk.caughtUp(principal.player))) return 'BEHIND' as const;
    if (site === undefined) return undefined;
    return database.transaction(async (tx) => {
      const { player } = principal;
      const row =
        id === undefined
          ? await findNewestP2p(tx, principal)
          : await findRow(tx, { site: site.id, player, id });
      if (row === undefined || row.channel !== P2P_CHANNEL) return undefined;
      const member = await findMember(tx, principal);
      const messages = await listMessages(tx, requestOfRow(row.id) ?? 0);
      return { row, state: await stateOf(tx, site, row, { member, messages }) };
    });
  };
}

function runningRoutes(parts: CashierParts): readonly Route[] {
  const { desk } = parts;
  const look = createLook(parts);

  async function change(
    kind: 'MARK_PAID' | 'DISPUTE_REQUEST',
    id: number,
    { principal, key }: { readonly principal: Principal; readonly key: CommandKey | undefined },
  ) {
    const request = requestOfRow(id);
    if (request === undefined) return NO_REQUEST;
    const outcome = await desk.submit({ kind, ...commandHead(principal, key), request });
    const seen = await look(principal, id);
    if (seen === 'BEHIND') return BEHIND;
    if (!outcome.ok) {
      const isEnded = outcome.refusal === 'REQUEST_NOT_FOUND' && seen?.row.endedAt !== undefined;
      return { ok: false, refusal: isEnded ? 'REQUEST_PROCESSED' : outcome.refusal } as const;
    }
    // A purchase through a provider is marked as paid by the same call; it has no conversation.
    return seen === undefined ? NO_REQUEST : ({ ok: true, reply: { p2p: seen.state } } as const);
  }

  return [
    serve(p2pLatest, async ({ principal }) => {
      const seen = await look(principal);
      return seen === 'BEHIND' ? BEHIND : { ok: true, reply: { p2p: seen?.state ?? null } };
    }),
    serve(p2pPaid, async ({ body: { dnwHistoryId }, ...asker }) => {
      const answer = await change('MARK_PAID', dnwHistoryId, asker);
      return answer.ok ? answer : { ok: false, refusal: refusalFor(p2pPaid, answer.refusal) };
    }),
    serve(p2pDispute, async ({ body: { dnwHistoryId }, ...asker }) => {
      const answer = await change('DISPUTE_REQUEST', dnwHistoryId, asker);
      return answer.ok ? answer : { ok: false, refusal: refusalFor(p2pDispute, answer.refusal) };
    }),
  ];
}

function messageRoutes(parts: CashierParts): readonly Route[] {
  const { desk, database, push } = parts;
  const look = createLook(parts);
  /** To the member: also what they wrote themselves, which their other devices show. */
  const tell = (player: PlayerId, dnwHistoryId: number, sent: P2pMessage) =>
    push(player, {
      type: 'P2P_MESSAGE',
      at: sent.at,
      data: { dnwHistoryId, message: wireMessage(sent, 'MEMBER') },
    });
  const findOffice = (tx: Tx, { site }: Principal, id: number) => findRow(tx, { site, id });

  return [
    serve(p2pSend, async ({ body: { dnwHistoryId: id, text, fileIds }, principal, now }) => {
      const seen = await look(principal, id);
      if (seen === 'BEHIND') return BEHIND;
      const request = requestOfRow(id);
      if (seen === undefined || request === undefined) return NO_REQUEST;
      if (seen.row.endedAt !== undefined) return { ok: false, refusal: 'REQUEST_PROCESSED' };
      const sent = await database.transaction((tx) =>
        insertMessage(tx, { ...principal, request, sender: 'PLAYER', text, fileIds, now }),
      );
      if (typeof sent === 'string') return { ok: false, refusal: sent };
      tell(principal.player, id, sent);
      return { ok: true, reply: wireMessage(sent, 'MEMBER') };
    }),
    serve(
      officeP2pSend,
      async ({ body: { dnwHistoryId: id, text, fileIds, as: sender }, principal, now }) => {
        const request = requestOfRow(id);
        if (!(await isShown(desk, id))) return BEHIND;
        const sent = await database.transaction(async (tx) => {
          const row = await findOffice(tx, principal, id);
          if (row === undefined || row.channel !== P2P_CHANNEL || request === undefined)
            return 'REQUEST_NOT_FOUND';
          const { site, player } = row;
          const staff = principal.player;
          const message = await insertMessage(tx, {
            site,
            request,
            player,
            sender,
            staff,
            text,
            fileIds,
            now,
          });
          if (typeof message === 'string') return message;
          await insertStaffChange(tx, {
            ...{ site, area: 'CASHIER', action: 'P2P_MESSAGE', subject: `player ${player}` },
            ...{ before: {}, after: { dnwHistoryId: id, as: sender, text, files: fileIds.length } },
            by: { staff, now, reason: '' },
          });
          return { player, message };
        });
        if (typeof sent === 'string') return { ok: false, refusal: sent };
        const { player, message } = sent;
        tell(player, id, message);
        return { ok: true, reply: wireMessage(message, 'OFFICE') };
      },
    ),
    serve(officeP2pMessages, async ({ query: { dnwHistoryId: id, after }, principal }) => {
      const request = requestOfRow(id);
      if (!(await isShown(desk, id))) return BEHIND;
      const found = await database.transaction(async (tx) => {
        const row = await findOffice(tx, principal, id);
        if (row === undefined || row.channel !== P2P_CHANNEL || request === undefined) return undefined;
        return listMessages(tx, request, after);
      });
      if (found === undefined) return NO_REQUEST;
      return { ok: true, reply: { content: found.map((each) => wireMessage(each, 'OFFICE')) } };
    }),
  ];
}
