// Accounts of partners: who stands above asks, a second person of staff approves, and nobody ever moves in the tree.
import { foldNick, isReservedNick, isUsername, nickOf } from '@maru/contract/account/rules';
import type { BodyOf, ReplyOf } from '@maru/contract/call';
import {
  changePartner,
  createPartner,
  listPartners,
  partnerFirstPassword,
  partnerMembers,
  readPartner,
} from '@maru/contract/partner/calls';
import type { PlayerId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import { findTaken } from '../account/store.ts';
import { revealHalf } from '../accounts/first-password-shown.ts';
import { type MakingParts, prepareFirstPassword, prepareReset } from '../accounts/make-account.ts';
import { halfFor } from '../accounts/store.ts';
import type { Tx } from '../db/database.ts';
import type { FeatureParts, ServerFeature } from '../feature/server-feature.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { createAccrual } from './accrual.ts';
import { type AskedChange, type NewPartner, parentOf, performChange, performNew } from './perform.ts';
import { profitRoutes } from './profit-routes.ts';
import { areBetween, areRates, loadRates, type RateBook, shownRates } from './rates.ts';
import { partnerRule } from './rule.ts';
import { createSettling } from './settle.ts';
import { settlementRoutes } from './settlement-routes.ts';
import {
  findPartnerRow,
  findPlace,
  isCodeTaken,
  listMembers,
  listPartnerRows,
  PARTNER_LEVELS,
  type PartnerRow,
  partSeenBy,
} from './store.ts';

export type PartnerParts = MakingParts & Pick<FeatureParts, 'requests' | 'renewStaff'>;

export const partnerFeature: ServerFeature = {
  name: 'partner',
  async open(parts) {
    const { shard, database, desk, sites, time, log } = parts;
    const accrual = createAccrual({
      ...{ shard, database, time, log },
      sites: () => sites.all().map(({ id }) => id),
      isLevel: () => desk.behind() === 0,
    });
    const settling = createSettling(parts);
    return {
      routes: [
        ...partnerRoutes({ ...parts, secret: parts.secretOf('first-password-key') }),
        ...profitRoutes(parts),
        ...settlementRoutes({ ...parts, settling }),
      ],
      rule: partnerRule,
      async start() {
        accrual.start();
        settling.loop.start();
      },
      async stop() {
        await accrual.stop();
        await settling.loop.stop();
      },
    };
  },
};

export function partnerRoutes(parts: PartnerParts): readonly Route[] {
  const { requests } = parts;
  requests.performPrepared(
    'PARTNER_NEW',
    () => prepareFirstPassword(parts),
    (approved, password) => performNew(parts, approved, password),
  );
  requests.performPrepared(
    'PARTNER_CHANGE',
    ({ body }) => prepareReset(parts, resetOf(body as AskedChange)),
    (approved, { password }) => performChange(parts, approved, password),
  );
  return [...readRoutes(parts), ...askRoutes(parts)];
}

const resetOf = ({ partnerId: id, isReset }: AskedChange) => ({ id, isReset });

function shownTo(
  player: PlayerId,
  row: PartnerRow,
  rates: RateBook,
  now: Millis,
): ReplyOf<typeof readPartner> {
  const { id, username, name, nick, code, level, parentId, status } = row;
  const { members, membersBelow, children, isNew, createdMillis } = row;
  return {
    ...{ id, username, name, nick, code, level, parentId, status },
    rates: shownRates(rates, id, koreanDate(now)),
    ...{ members, membersBelow, children, isNew, half: halfFor(row, player, now), createdMillis },
  };
}

const readRoutes = ({ database }: PartnerParts): readonly Route[] => [
  serve(readPartner, async ({ query: { id }, principal, now }) =>
    database.transaction(async (tx) => {
      const part = await partSeenBy(tx, principal);
      const row = await findPartnerRow(tx, { site: principal.site, id, part });
      if (row === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } as const;
      return { ok: true, reply: shownTo(principal.player, row, await loadRates(tx, [id]), now) } as const;
    }),
  ),
  serve(listPartners, async ({ query, principal, now }) =>
    database.transaction(async (tx) => {
      const part = await partSeenBy(tx, principal);
      const { page, size, ...filters } = query;
      const filter = { ...filters, site: principal.site, part };
      const { rows, total } = await listPartnerRows(tx, filter, { offset: page * size, limit: size });
      const rates = await loadRates(
        tx,
        rows.map(({ id }) => id),
      );
      const content = rows.map((row) => shownTo(principal.player, row, rates, now));
      return { ok: true, reply: pageReply(content, { page, size, total }) } as const;
    }),
  ),
  serve(partnerMembers, async ({ query: { partnerId, before, size }, principal }) =>
    database.transaction(async (tx) => {
      const part = await partSeenBy(tx, principal);
      const place = await findPlace(tx, { site: principal.site, id: partnerId, part });
      if (place === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } as const;
      const members = await listMembers(tx, { partner: place.id, before, size });
      // A partner learns how many there are, and not who they are.
      const shown = isPartner(principal) ? maskedNick : (nick: string) => nick;
      const content = members.map(({ id, nick, at }) => ({
        ...{ id, nick: shown(nick), joinedMillis: at.getTime() },
      }));
      return { ok: true, reply: { content } } as const;
    }),
  ),
];

const maskedNick = (nick: string): string => `${[...nick][0] ?? ''}**`;

const askRoutes = ({ database, requests, secret }: PartnerParts): readonly Route[] => [
  serve(createPartner, async ({ body, principal, now }) => {
    const { username, name, code, parentId, rates, reason } = body;
    if (!isUsername(username)) return { ok: false, refusal: 'USERNAME_INVALID', field: 'username' };
    const nick = nickOf(body.nick);
    if (nick === undefined) return { ok: false, refusal: 'NICK_INVALID', field: 'nick' };
    if (isReservedNick(nick)) return { ok: false, refusal: 'NICK_RESERVED', field: 'nick' };
    if (!areRates(rates)) return { ok: false, refusal: 'PARTNER_RATE', field: 'rates' };
    const asked: NewPartner = { username, name, nick, code, parentId, rates };
    const refusal = await database.transaction((tx) => faultOfNew(tx, asked, principal, now));
    if (refusal !== undefined) return { ok: false, refusal };
    const waiting = await requests.ask({
      ...{ site: principal.site, kind: 'PARTNER_NEW', subject: username, body: asked, reason },
      ...{ staff: principal.player, now },
    });
    return waiting === undefined
      ? { ok: false, refusal: 'ALREADY_PROCESSED' }
      : { ok: true, reply: { waiting: waiting.id } };
  }),
  serve(changePartner, async ({ body, principal, now }) => {
    const { partnerId, rates, isReset, reason } = body;
    if ((rates === undefined) === (isReset === undefined) || (rates !== undefined && !areRates(rates)))
      return { ok: false, refusal: 'PARTNER_RATE', field: 'rates' };
    const refusal = await database.transaction((tx) => faultOfChange(tx, body, principal, now));
    if (refusal !== undefined) return { ok: false, refusal };
    const asked: AskedChange = { partnerId, rates, isReset };
    const waiting = await requests.ask({
      ...{
        site: principal.site,
        kind: 'PARTNER_CHANGE',
        subject: `partner ${partnerId}`,
        body: asked,
        reason,
      },
      ...{ staff: principal.player, now },
    });
    return waiting === undefined
      ? { ok: false, refusal: 'ALREADY_PROCESSED' }
      : { ok: true, reply: { waiting: waiting.id } };
  }),
  serve(partnerFirstPassword, async ({ body: { partnerId }, principal, now }) => {
    const { site, player } = principal;
    const shown = await database.transaction(async (tx) => {
      const part = await partSeenBy(tx, principal);
      const row = await findPartnerRow(tx, { site, id: partnerId, part });
      if (row === undefined) return 'ACCOUNT_NOT_FOUND';
      const looked = { area: 'PARTNER', subject: `partner ${partnerId}` } as const;
      return revealHalf(tx, secret, { ...looked, site, row, by: player, now });
    });
    return typeof shown === 'string' ? { ok: false, refusal: shown } : { ok: true, reply: shown };
  }),
];

const isPartner = ({ standing }: Principal): boolean => standing?.role === 'PARTNER';

async function faultOfNew(tx: Tx, asked: NewPartner, principal: Principal, now: Millis) {
  const { site } = principal;
  const { username, nick, code, parentId, rates } = asked;
  // A head office is made by staff alone.
  if (parentId === undefined && isPartner(principal)) return 'STAFF_LEVEL';
  const part = await partSeenBy(tx, principal);
  const parent = parentId === undefined ? undefined : await findPlace(tx, { site, id: parentId, part });
  if (parentId !== undefined && parent === undefined) return 'ACCOUNT_NOT_FOUND';
  if (parent !== undefined && parent.level >= PARTNER_LEVELS) return 'PARTNER_LEVEL';
  const line = { partner: undefined, parent: parent?.id, from: koreanDate(now) };
  if (!(await areBetween(tx, rates, line))) return 'PARTNER_RATE';
  const taken = await findTaken(tx, site, { username, foldedNick: foldNick(nick) });
  return taken ?? ((await isCodeTaken(tx, site, code)) ? 'PARTNER_CODE_TAKEN' : undefined);
}

async function faultOfChange(
  tx: Tx,
  { partnerId, rates }: BodyOf<typeof changePartner>,
  principal: Principal,
  now: Millis,
) {
  const { site, player } = principal;
  const place = await findPlace(tx, { site, id: partnerId, part: await partSeenBy(tx, principal) });
  if (place === undefined) return 'ACCOUNT_NOT_FOUND';
  // Oneself is not below oneself.
  if (partnerId === player) return 'STAFF_LEVEL';
  const line = { partner: place.id, parent: parentOf(place), from: koreanDate(now) + 1 };
  return rates === undefined || (await areBetween(tx, rates, line)) ? undefined : 'PARTNER_RATE';
}
