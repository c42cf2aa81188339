// A trader's open positions, and how followers copied them. Followers are named by the first letter of their nickname.
import { type CopiedBy, followerCopies, followerPosition, openLeads } from '@maru/contract/copytrade/history';
import { type Rate, toDecimal } from '@maru/engine/amount';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import { entryText } from '@maru/engine/entry';
import type { FuturesPosition } from '@maru/engine/futures/state';
import type { Tx } from '../db/database.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { wirePosition } from '../futures/wire.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import {
  type CopiesSum,
  type LeadsSum,
  listFollowerCopies,
  NO_COPIES,
  NO_LEADS,
  sumByInstrument,
  sumByPosition,
  sumLeads,
} from './lead-store.ts';
import type { CopyParts } from './parts.ts';
import { maskedNick } from './people-store.ts';
import { findTrader } from './trader-store.ts';
import { percentOfRate } from './wire.ts';

const NO_TRADER = { ok: false, refusal: 'TRADER_NOT_FOUND' } as const;
const MOST_COPIES = 200;

const copiedBy = (leads: LeadsSum, copies: CopiesSum): CopiedBy => ({
  followers: leads.followers,
  joined: copies.joined,
  waiting: leads.waiting,
  averageSlippage: leads.copied === 0 ? null : percentOfRate((leads.slippage / BigInt(leads.copied)) as Rate),
  missed: [...leads.missed],
  qty: toDecimal(copies.qty),
  entryValue: toDecimal(copies.entryValue),
  entryFee: toDecimal(copies.entryFee),
  funding: toDecimal(copies.funding),
});

export function leadRoutes(parts: CopyParts): readonly Route[] {
  const { database, desk, ground, followers } = parts;
  const { holdings, instruments } = ground;

  const openOf = ({ player }: Principal): readonly FuturesPosition[] =>
    [...(holdings.state.accounts.get(player)?.positions.values() ?? [])].filter(
      ({ wallet }) => wallet === COPY_WALLET,
    );

  /** Undefined of who never was a trader. */
  async function asTrader<Found>(
    { site, player }: Principal,
    read: (tx: Tx) => Promise<Found>,
  ): Promise<Found | 'BEHIND' | undefined> {
    if (!(await desk.caughtUp(player))) return 'BEHIND';
    return database.transaction(async (tx) =>
      (await findTrader(tx, site, player)) === undefined ? undefined : read(tx),
    );
  }

  return [
    serve(openLeads, async ({ principal }) => {
      const open = openOf(principal);
      const ids = open.map(({ id }) => id);
      const found = await asTrader(principal, async (tx) => ({
        copies: await sumByPosition(tx, ids),
        leads: await sumLeads(tx, ids, followers.waiting(principal.player, ids)),
      }));
      if (found === undefined) return NO_TRADER;
      if (found === 'BEHIND') return BEHIND;
      const content = open.map((position) => ({
        position: wirePosition(position, instruments.traded(position.instrument)),
        copied: copiedBy(
          found.leads.get(position.id) ?? NO_LEADS,
          found.copies.get(position.id) ?? NO_COPIES,
        ),
      }));
      return { ok: true, reply: { content } };
    }),
    serve(followerPosition, async ({ principal }) => {
      const open = openOf(principal);
      const ids = open.map(({ id }) => id);
      const found = await asTrader(principal, async (tx) => ({
        copies: await sumByInstrument(tx, principal.player),
        leads: await sumLeads(tx, ids, followers.waiting(principal.player, ids)),
      }));
      if (found === undefined) return NO_TRADER;
      if (found === 'BEHIND') return BEHIND;
      const content = Array.from(found.copies, ([instrument, copies]) => {
        const own = open.find((position) => position.instrument === instrument);
        const leads = (own && found.leads.get(own.id)) ?? NO_LEADS;
        return {
          futuresOptionId: instrument,
          stock: instruments.traded(instrument).code,
          copied: copiedBy(leads, copies),
        };
      });
      return { ok: true, reply: { content } };
    }),
    serve(followerCopies, async ({ principal }) => {
      const found = await asTrader(principal, (tx) =>
        listFollowerCopies(tx, principal.player, MOST_COPIES + 1),
      );
      if (found === undefined) return NO_TRADER;
      if (found === 'BEHIND') return BEHIND;
      const content = found.slice(0, MOST_COPIES).map((row) => {
        const { code, precision } = instruments.traded(row.instrument);
        return {
          traderFollowerId: row.follow,
          nick: maskedNick(row.nick),
          futuresTraderOrderId: row.traderPosition,
          futuresOptionId: row.instrument,
          stock: code,
          tradeType: row.side,
          qty: toDecimal(row.qty),
          entryPrice: entryText(row.entry, precision),
          leverage: row.leverage,
          margin: toDecimal(row.margin),
          openedMillis: row.openedAt,
        };
      });
      return { ok: true, reply: { content, hasMore: found.length > MOST_COPIES } };
    }),
  ];
}
