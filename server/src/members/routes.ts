// Members for staff: found, listed and described.
import {
  type MEMBER_FILTERS,
  memberChanges,
  memberCounts,
  memberList,
  memberNotes,
  memberProfile,
  memberResults,
  RESULT_DAYS,
} from '@maru/contract/members/calls';
import { MOST_COUNTED } from '@maru/contract/staff/badges';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import { findIdentity, levelOf } from '../identity/level-store.ts';
import type { ResultSum, ResultsOf } from '../product/results.ts';
import type { Rates } from '../rates/rates.ts';
import { listStaffNotes } from '../staff/notes.ts';
import {
  countJoinedToday,
  countMembers,
  findMembers,
  listAmong,
  listAttention,
  listBlocked,
  listJoined,
  listSeen,
  listWaiting,
  type MemberPage,
} from './find-store.ts';
import { findMemberProfile, listChangesOf, listHeld, listMembers, listWaitingRequests } from './store.ts';
import { type Results, type Seeing, wireMember, wireProfile, wireResults, wonHeld } from './wire.ts';

export interface MemberParts {
  readonly database: Database;
  readonly realtime: Pick<FeatureParts['realtime'], 'players' | 'isConnected'>;
  readonly rates: Pick<Rates, 'latest'>;
  readonly isPractice: (site: SiteId) => boolean;
  readonly results: readonly ResultsOf[];
}

type Filter = (typeof MEMBER_FILTERS)[number];

const NO_MEMBER = { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } as const;

export function memberRoutes(parts: MemberParts): readonly Route[] {
  const { database, realtime, rates, isPractice, results } = parts;
  const online = (): readonly PlayerId[] => [...realtime.players()];

  async function listFiltered(
    tx: Tx,
    page: MemberPage,
    by: { readonly filter: Filter; readonly sort: 'SEEN' | 'JOINED'; readonly now: Millis },
  ): Promise<readonly PlayerId[]> {
    switch (by.filter) {
      case 'ALL':
        return by.sort === 'SEEN' ? listSeen(tx, page) : listJoined(tx, page);
      case 'ONLINE':
        return listAmong(tx, page, online());
      case 'WAITING':
        return listWaiting(tx, page);
      case 'ATTENTION':
        return listAttention(tx, page, by.now);
      case 'BLOCKED':
        return listBlocked(tx, page);
    }
  }

  async function seeing(tx: Tx, players: readonly PlayerId[], now: Millis): Promise<Seeing> {
    const heldOf = wonHeld(await listHeld(tx, players), rates, now);
    return { now, isOnline: realtime.isConnected, heldOf };
  }

  return [
    serve(memberList, async ({ query, principal: { site }, now }) => {
      const { find, before, size, filter, sort } = query;
      const content = await database.transaction(async (tx) => {
        const page = { site, before: before === undefined ? undefined : playerId(before), size };
        const found =
          find === undefined
            ? await listFiltered(tx, page, { filter, sort, now })
            : pageOf(await findMembers(tx, site, find), page);
        const members = await listMembers(tx, site, found);
        const seen = await seeing(tx, found, now);
        return members.map((member) => wireMember(member, seen));
      });
      return { ok: true, reply: { content } };
    }),
    serve(memberCounts, async ({ principal: { site }, now }) => {
      const all = { site, before: undefined, size: MOST_COUNTED };
      const reply = await database.transaction(async (tx) => ({
        all: await countMembers(tx, site),
        online: (await listAmong(tx, all, online())).length,
        waiting: (await listWaiting(tx, all)).length,
        attention: (await listAttention(tx, all, now)).length,
        blocked: (await listBlocked(tx, all)).length,
        today: await countJoinedToday(tx, site, now),
      }));
      return { ok: true, reply };
    }),
    serve(memberProfile, async ({ query, principal: { site }, now }) => {
      const player = playerId(query.playerId);
      const found = await database.transaction(async (tx) => {
        const [member] = await listMembers(tx, site, [player]);
        const stored = await findMemberProfile(tx, site, player);
        if (member === undefined || stored === undefined) return undefined;
        return wireProfile(member, stored, {
          ...(await seeing(tx, [player], now)),
          level: levelOf(await findIdentity(tx, { site, player })),
          waiting: [...(await listWaitingRequests(tx, site, player))],
          isPractice: isPractice(site),
        });
      });
      return found === undefined ? NO_MEMBER : { ok: true, reply: found };
    }),
    serve(memberResults, async ({ query, principal: { site }, now }) => {
      const lastDay = koreanDate(now);
      const days = { site, firstDay: lastDay - RESULT_DAYS + 1, lastDay };
      const players = [...new Set(query.playerIds)].map((id) => playerId(Number(id)));
      const content = await database.transaction(async (tx) => {
        const own = await listMembers(tx, site, players);
        const found: Results[] = [];
        for (const { id: player } of own) {
          const sums: ResultSum[] = [];
          for (const resultsOf of results) sums.push(...(await resultsOf(tx, { ...days, player })));
          found.push(wireResults(player, sums, { rates, now }));
        }
        return found;
      });
      return { ok: true, reply: { content } };
    }),
    serve(memberNotes, async ({ query, principal: { site } }) => {
      const player = playerId(query.playerId);
      const content = await database.transaction((tx) =>
        listStaffNotes(tx, 'member', { site, subject: player }, query),
      );
      return { ok: true, reply: { content: [...content] } };
    }),
    serve(memberChanges, async ({ query, principal: { site } }) => {
      const player = playerId(query.playerId);
      const rows = await database.transaction((tx) => listChangesOf(tx, { site, player }, query));
      const content = rows.map(({ at, ...row }) => ({ ...row, atMillis: at.getTime() }));
      return { ok: true, reply: { content } };
    }),
  ];
}

/** What a search finds is few: it is cut here. */
function pageOf(found: readonly PlayerId[], { before, size }: MemberPage): readonly PlayerId[] {
  const from = before === undefined ? 0 : found.indexOf(before) + 1;
  return found.slice(from, from + size);
}
