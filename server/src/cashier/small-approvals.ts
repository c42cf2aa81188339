// Approves small amounts by the site's rule: each request is looked at once after it was asked for, oldest first, with
// the checks that staff would see. Whatever the rule leaves, staff decide.
import { leftToStaff } from '@maru/engine/cashier/check/small-rule';
import { requestOfRow } from '@maru/engine/cashier/row-number';
import type { SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { isTransient } from '../desk/desk.ts';
import { insertStaffChange, SYSTEM_STAFF } from '../staff/changes.ts';
import { type CheckedRow, checkRows } from './checks.ts';
import type { CashierParts, CashierSite } from './deps.ts';
import { listHolds } from './hold-store.ts';
import { listQueue } from './queue-store.ts';
import type { CashierRow } from './row-store.ts';
import { deleteSmall, insertSmall, sumSmall } from './small-store.ts';

const RULE = 'small';
/** A run looks at no more; the next one continues. */
const MOST_AT_ONCE = 50;

type SmallRow = CashierRow & { readonly type: 'D' | 'W' };

const hasRule = (site: CashierSite): boolean =>
  site.wallets.some(({ currency }) =>
    (['D', 'W'] as const).some((type) => site.money.small(type, currency) !== undefined),
  );

const isSmallType = (row: CashierRow): row is SmallRow => row.type === 'D' || row.type === 'W';

export interface SmallApprovals {
  run(now: Millis): Promise<void>;
}

export function createSmallApprovals(parts: CashierParts): SmallApprovals {
  const { desk, database, sites } = parts;
  /** The last row of each site that was looked at. */
  const looked = new Map<SiteId, number>();

  /** Counted and written before it is asked of the desk: what is not counted is not approved. */
  async function claim(tx: Tx, site: CashierSite, { row, checks, member, past }: CheckedRow, now: Millis) {
    if (!isSmallType(row)) return false;
    const { type, currency, amount, createdAt } = row;
    const rule = site.money.small(type, currency);
    if (rule === undefined || row.status !== 0 || row.confirmedBy !== undefined) return false;
    if ((await listHolds(tx, site.id, [row.id])).length > 0) return false;
    const of = { row: row.id, site: site.id, player: row.player, type, currency, day: koreanDate(now) };
    const reason = leftToStaff(rule, {
      ...{ amount, twoFrom: site.money.twoFrom(currency, createdAt), askedAt: createdAt, now, checks },
      joinedAt: millis(member.joined.getTime()),
      doneBefore: (type === 'W' ? past.went : past.came).count,
      ...(await sumSmall(tx, of)),
    });
    if (reason !== undefined) return false;
    await insertSmall(tx, { ...of, amount });
    await insertStaffChange(tx, {
      ...{ site: site.id, area: 'CASHIER', subject: `dnw ${row.id}` },
      before: { status: row.status, type, point: amount, player: row.player },
      after: { decision: 'APPROVE', rule: { ...rule, type, currency } },
      by: { staff: SYSTEM_STAFF, now, reason: '소액 자동 승인 규칙' },
    });
    return true;
  }

  /** False when nobody knows yet: the same request is tried again. */
  async function approve(
    site: CashierSite,
    { id, player, currency, createdAt }: CashierRow,
  ): Promise<boolean> {
    const outcome = await desk.submit({
      ...{
        kind: 'APPROVE_REQUEST',
        site: site.id,
        player,
        request: requestOfRow(id) ?? 0,
        by: { rule: RULE },
      },
      twoFrom: site.money.twoFrom(currency, createdAt),
    });
    if (outcome.ok) return true;
    if (isTransient(outcome)) return false;
    await database.transaction((tx) => deleteSmall(tx, id));
    return true;
  }

  async function runSite(site: CashierSite, now: Millis): Promise<void> {
    const after = looked.get(site.id) ?? 0;
    const checked = await database.transaction(async (tx) => {
      const rows = await listQueue(tx, { site: site.id, after, limit: MOST_AT_ONCE });
      return checkRows(parts, tx, { site, rows, now });
    });
    for (const each of checked ?? []) {
      const isClaimed = await database.transaction((tx) => claim(tx, site, each, now));
      if (isClaimed && !(await approve(site, each.row))) return;
      looked.set(site.id, each.row.id);
    }
  }

  return {
    async run(now) {
      for (const site of sites.all()) if (hasRule(site)) await runSite(site, now);
    },
  };
}
