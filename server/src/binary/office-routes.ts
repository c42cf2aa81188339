// What staff may do: halt and resume an offer, see its rounds, and set its terms. Voids are in `void-routes.ts`.
import {
  changeOptionSetting,
  halts as haltList,
  haltOption,
  officeRounds,
  optionSetting,
  resumeOption,
} from '@maru/contract/binary/office';
import { rangeOf } from '@maru/contract/moment';
import { toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { changeOf } from '../staff/changed-settings.ts';
import { listStoppages, type Stoppage } from '../staff/stoppages.ts';
import { betChangeRoutes } from './bet-change-routes.ts';
import type { BinaryParts, BinarySite } from './deps.ts';
import { HALTS } from './halts.ts';
import type { Offer } from './offers.ts';
import { listStakedRounds } from './office-store.ts';
import { readRoundPlayers } from './reads.ts';
import { findRounds } from './round-store.ts';
import { NO_OFFER } from './routes.ts';
import { SETTING_COLUMNS } from './settings.ts';
import { voidRoutes } from './void-routes.ts';
import { typeOf, wireLimits, wireRound } from './wire.ts';

const DONE_BEFORE = { ok: false, refusal: 'ALREADY_PROCESSED' } as const;

export const officeRoutes = (parts: BinaryParts): readonly Route[] => [
  ...haltRoutes(parts),
  ...roundRoutes(parts),
  ...voidRoutes(parts),
  ...settingRoutes(parts),
  ...betChangeRoutes(parts),
];

const wireHalt = ({ option, reason, since, until }: Stoppage) => ({
  tradeOptionId: option,
  reason,
  sinceMillis: since,
  untilMillis: until,
});

function haltRoutes({ database, offers, halts, publish }: BinaryParts): readonly Route[] {
  return [
    serve(haltOption, async ({ body, principal: { site, player }, now }) => {
      const offer = offers.byId(body.tradeOptionId);
      if (offer === undefined) return NO_OFFER;
      const { reason } = body;
      const halt = await halts.begin({ site, option: offer.id, reason, since: now, staff: player });
      if (halt === undefined) return DONE_BEFORE;
      publish(site, { type: 'OPTION_STATE', at: now, data: { tradeOptionId: offer.id, isStop: 1, reason } });
      return { ok: true, reply: wireHalt(halt) };
    }),
    serve(resumeOption, async ({ body, principal: { site, player }, now }) => {
      const offer = offers.byId(body.tradeOptionId);
      if (offer === undefined) return NO_OFFER;
      const halt = await halts.end({ site, option: offer.id, staff: player, now });
      if (halt === undefined) return DONE_BEFORE;
      const state = { tradeOptionId: offer.id, isStop: 0, reason: null } as const;
      publish(site, { type: 'OPTION_STATE', at: now, data: state });
      return { ok: true, reply: wireHalt(halt) };
    }),
    serve(haltList, async ({ query: { page, size, beforeId: before }, principal: { site } }) => {
      const { rows, total } = await database.transaction((tx) =>
        listStoppages(tx, HALTS, { site, before, page, size }),
      );
      const content = rows.map((halt) => ({ id: halt.id, ...wireHalt(halt) }));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
  ];
}

function roundRoutes({ database, desk, offers, sites, settings }: BinaryParts): readonly Route[] {
  return [
    serve(officeRounds, async ({ query, principal: { site }, now }) => {
      const { page, size } = query;
      const known = sites.byId(site);
      assert(known !== undefined, 'staff belong to a site');
      const { staked, total, rows } = await database.transaction(async (tx) => {
        const result = await listStakedRounds(tx, {
          site,
          offer: query.tradeOptionId,
          statuses: query.statusStrs?.map(Number),
          before: query.beforeId,
          ...rangeOf(query),
          page,
          size,
        });
        const ids = result.rounds.map(({ round }) => round);
        return { staked: result.rounds, total: result.total, rows: await findRounds(tx, site, ids) };
      });
      // Counting players would read every bet of an unpaid round; the desk has the number in its book.
      const unpaid = staked.filter(({ players }) => players === undefined).map(({ round }) => round);
      const read =
        unpaid.length === 0 ? { seen: [] } : await desk.read(readRoundPlayers, { site, rounds: unpaid });
      if (read === undefined) return BEHIND;
      const players = new Map(unpaid.map((id, index) => [id, read.seen[index] ?? 0]));
      const content = [];
      for (const { round: id, stakes, stake, ...counts } of staked) {
        const round = offers.roundOf(id);
        if (round === undefined) continue;
        const terms = settings.termsOf(known, round.offer);
        const sums = Object.entries(stakes).map(([pick, sum]) => [typeOf(pick), sum]);
        content.push({
          ...wireRound(round, { row: rows.get(id), terms, now }),
          ...counts,
          players: counts.players ?? players.get(id) ?? 0,
          stake: toDecimal(stake),
          stakes: Object.fromEntries(sums) as Record<string, string>,
        });
      }
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
  ];
}

function settingRoutes({ offers, sites, settings }: BinaryParts): readonly Route[] {
  function wireSetting(site: BinarySite, offer: Offer) {
    const terms = settings.termsOf(site, offer);
    return {
      tradeOptionId: offer.id,
      ...wireLimits(terms),
      cutOffMillis: terms.cutOffMs,
      exposureMost: toDecimal(terms.exposureMost),
      strikeMode: offer.family === 'BALL' ? ('DRAW' as const) : terms.strikeMode,
      isChanged: settings.isChanged(site.id, offer.id),
    };
  }
  return [
    serve(optionSetting, async ({ query, principal: { site } }) => {
      const offer = offers.byId(query.tradeOptionId);
      const known = sites.byId(site);
      if (offer === undefined || known === undefined) return NO_OFFER;
      return { ok: true, reply: wireSetting(known, offer) };
    }),
    serve(changeOptionSetting, async ({ body, principal: { site, player }, now }) => {
      const offer = offers.byId(body.tradeOptionId);
      const known = sites.byId(site);
      if (offer === undefined || known === undefined) return NO_OFFER;
      const change = changeOf(SETTING_COLUMNS, { ...body, cutOffMs: body.cutOffMillis });
      const by = { staff: player, now, reason: body.reason };
      const field = await settings.change(known, offer, change, by);
      if (field !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field };
      return { ok: true, reply: wireSetting(known, offer) };
    }),
  ];
}
