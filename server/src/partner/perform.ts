// What is done when a second person has approved a new partner or a change of one.
import { foldNick } from '@maru/contract/account/rules';
import type { BodyOf } from '@maru/contract/call';
import type { changePartner, createPartner } from '@maru/contract/partner/calls';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { koreanDate } from '@maru/engine/time';
import { findTaken } from '../account/store.ts';
import {
  deleteFactors,
  type FirstPassword,
  type MakingParts,
  makeAccount,
  replacePassword,
} from '../accounts/make-account.ts';
import type { Tx } from '../db/database.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Approved, Performed } from '../staff/requests.ts';
import type { PartnerParts } from './feature.ts';
import { areBetween, loadRates, saveRates, shownRates } from './rates.ts';
import { findPlace, insertPlace, isCodeTaken, OFFICE_LEVEL, PARTNER_LEVELS, type Place } from './store.ts';

export type NewPartner = Pick<
  BodyOf<typeof createPartner>,
  'username' | 'name' | 'nick' | 'code' | 'parentId' | 'rates'
>;
export type AskedChange = Pick<BodyOf<typeof changePartner>, 'partnerId' | 'rates' | 'isReset'>;

/** Undone with everything of its transaction, because a rule above or below has changed meanwhile. */
class Refused extends Error {
  readonly refusal: 'PARTNER_LEVEL' | 'PARTNER_RATE';
  constructor(refusal: Refused['refusal']) {
    super(refusal);
    this.refusal = refusal;
  }
}

export async function performNew(
  { database }: Pick<MakingParts, 'database'>,
  approved: Approved,
  password: FirstPassword,
): Promise<Performed> {
  const { site, body, now } = approved;
  const asked = body as NewPartner;
  const { username, name, nick, code, parentId, rates } = asked;
  const taken = await database.transaction(
    async (tx) =>
      (await findTaken(tx, site, { username, foldedNick: foldNick(nick) })) ??
      ((await isCodeTaken(tx, site, code)) ? 'PARTNER_CODE_TAKEN' : undefined),
  );
  if (taken !== undefined) return { ok: false, refusal: taken };
  const names = { username, name, nick, foldedNick: foldNick(nick), partnerCode: code };
  const by = [approved.requestedBy, approved.approvedBy] as const;
  const account = { ...names, site, role: 'PARTNER', level: OFFICE_LEVEL, password, by, now } as const;
  try {
    const made = await makeAccount(database, account, async (tx, id) => {
      const parent = parentId === undefined ? undefined : await loadParent(tx, site, parentId);
      const line = { partner: undefined, parent: parent?.id, from: koreanDate(now) };
      if (!(await areBetween(tx, rates, line))) throw new Refused('PARTNER_RATE');
      const { level } = await insertPlace(tx, { site, id, parent, now });
      await saveRates(tx, { partner: id, from: koreanDate(now), rates });
      await insertStaffChange(tx, {
        ...{ site, area: 'PARTNER', action: 'CREATE', subject: `partner ${id}`, before: {} },
        ...{ after: { ...asked, level }, by: changedBy(approved) },
      });
    });
    // Somebody took a name between the look above and now.
    return made === 'TAKEN' ? { ok: false, refusal: 'USERNAME_TAKEN' } : { ok: true };
  } catch (fault) {
    if (fault instanceof Refused) return { ok: false, refusal: fault.refusal };
    throw fault;
  }
}

const changedBy = ({ requestedBy, approvedBy, now, reason }: Approved) => ({
  ...{ staff: requestedBy, confirmedBy: approvedBy, now, reason },
});

async function loadParent(tx: Tx, site: SiteId, id: number): Promise<Place> {
  const parent = await findPlace(tx, { site, id, isLocked: true });
  if (parent === undefined || parent.level >= PARTNER_LEVELS) throw new Refused('PARTNER_LEVEL');
  return parent;
}

export async function performChange(
  parts: PartnerParts,
  approved: Approved,
  password: FirstPassword | undefined,
): Promise<Performed> {
  const { site, body, requestedBy, approvedBy, now } = approved;
  const { partnerId, rates } = body as AskedChange;
  const player = playerId(partnerId);
  const place = await parts.database.transaction((tx) => findPlace(tx, { site, id: partnerId }));
  if (place === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
  const isReset = password !== undefined;
  const isDone = await parts.database.transaction(async (tx) => {
    const today = koreanDate(now);
    const before = shownRates(await loadRates(tx, [partnerId]), partnerId, today);
    if (rates !== undefined) {
      const parent = parentOf(place);
      // The one above first, as everybody does, so that nobody waits for each other.
      if (parent !== undefined) await findPlace(tx, { site, id: parent, isLocked: true });
      await findPlace(tx, { site, id: partnerId, isLocked: true });
      if (!(await areBetween(tx, rates, { partner: player, parent, from: today + 1 }))) return false;
      await saveRates(tx, { partner: player, from: today + 1, rates });
    }
    if (isReset) {
      await replacePassword(tx, { password, by: [requestedBy, approvedBy], now });
      await deleteFactors(tx, { site, player });
    }
    await insertStaffChange(tx, {
      ...{ site, area: 'PARTNER', action: 'CHANGE', subject: `partner ${partnerId}` },
      before: { rates: before.map(({ product, base, rate }) => ({ product, base, rate })) },
      after: { ...(rates === undefined ? {} : { rates, fromDay: today + 1 }), isReset },
      by: changedBy(approved),
    });
    return true;
  });
  if (!isDone) return { ok: false, refusal: 'PARTNER_RATE' };
  if (isReset) await parts.renewStaff(site, player);
  return { ok: true };
}

/** `/12/45/` is below 12. */
export function parentOf({ path }: Place): PlayerId | undefined {
  const above = path.split('/').at(-3);
  return above === undefined || above === '' ? undefined : playerId(Number(above));
}
