// Confirms and pays shares of partners (docs/rules.md 7.4). What two people approved is written with the rows that it
// settles, in one transaction; then the desk is asked until its answer is known. A process that is killed between the two
// leaves a settlement that is not done, and the next one asks again with the same key.
import { amount } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { openAccount } from '../account/desk-account.ts';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Desk, isTransient, type Outcome } from '../desk/desk.ts';
import type { Log } from '../log/log.ts';
import type { Sites } from '../site/sites.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Approved, Performed } from '../staff/requests.ts';
import { holdAccrual } from './accrue-store.ts';
import { dayOf } from './days.ts';
import { type PaidWallet, paidWallets } from './paid-wallets.ts';
import { finishPayments, type Paid, payShares } from './pay.ts';
import type { AskedPayment } from './pay-store.ts';
import {
  type DueGroup,
  dropSettlement,
  insertSettlements,
  listDue,
  listToConfirm,
  noteConfirmed,
  type Settlement,
} from './settle-store.ts';
import { type CurrencyTotal, totalsOf } from './totals.ts';

const SETTLED_AT_ONCE = 200;
const RETRY_MS = 10_000;

export interface SettleParts {
  readonly database: Database;
  readonly desk: Desk;
  readonly sites: Pick<Sites, 'all' | 'byId'>;
  readonly time: { readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}

export interface AskedSettlement {
  readonly throughDate: string;
  readonly sums: readonly { readonly currency: string; readonly amount: string }[];
}

type PaidGroup = DueGroup & { readonly wallet: string };

export interface DueSums {
  readonly paid: readonly PaidWallet[];
  readonly settled: readonly PaidGroup[];
  /** Not above zero, or for a wallet that the site does not have in this currency. */
  readonly held: readonly DueGroup[];
}

export async function readDue(
  { sites }: Pick<SettleParts, 'sites'>,
  tx: Tx,
  site: SiteId,
  through: number,
): Promise<DueSums> {
  const paid = paidWallets(sites.byId(site)?.wallets ?? []);
  const settled: PaidGroup[] = [];
  const held: DueGroup[] = [];
  for (const group of await listDue(tx, { site, through, paid })) {
    const { wallet } = group;
    if (group.amount <= 0n || wallet === null) held.push(group);
    else settled.push({ ...group, wallet });
  }
  return { settled, held, paid };
}

export function areSums(
  found: readonly Pick<CurrencyTotal, 'currency' | 'amount'>[],
  asked: AskedSettlement['sums'],
): boolean {
  const known = new Map(asked.map((each) => [each.currency, amount(each.amount)]));
  return (
    known.size === asked.length &&
    found.length === asked.length &&
    found.every((each) => known.get(each.currency) === amount(each.amount))
  );
}

export interface Settling {
  readonly loop: Loop;
  perform(approved: Approved): Promise<Performed>;
  pay(asked: AskedPayment): Promise<Paid>;
}

export function createSettling(parts: SettleParts): Settling {
  const { database, desk, sites, time, log } = parts;

  /** Asks the desk for everything that is approved and not done. What it cannot answer now, the next run asks again. */
  async function confirmSite(site: SiteId): Promise<void> {
    for (let after = 0; ; ) {
      const open = await database.transaction((tx) =>
        listToConfirm(tx, { site, after, limit: SETTLED_AT_ONCE }),
      );
      const done = await Promise.all(open.map((each) => confirmOne(each)));
      const ids = open.filter((_, index) => done[index] === true).map(({ id }) => id);
      if (ids.length > 0) await database.transaction((tx) => noteConfirmed(tx, ids));
      // Whoever approved it sees what became of it.
      const last = open.at(-1);
      if (last !== undefined) await desk.caughtUp(last.partner);
      after = open.at(-1)?.id ?? after;
      if (open.length < SETTLED_AT_ONCE || loop.isStopping()) return;
    }
  }

  async function confirmOne(settlement: Settlement): Promise<boolean> {
    if (settlement.isConfirmed) return true;
    let outcome = await askDesk(settlement);
    if (!outcome.ok && outcome.refusal === 'ACCOUNT_NOT_FOUND') {
      // Accounts of partners are opened when they first sign in.
      const { site, partner: player } = settlement;
      const siteTerms = (id: SiteId) => sites.byId(id);
      const opened = await openAccount({ desk, siteTerms }, { site, player, role: 'PARTNER' });
      if (opened !== 'OPENED' && opened !== 'EXISTS') return false;
      outcome = await askDesk(settlement);
    }
    // Confirmed before, and its key is forgotten: the share is in the book.
    if (outcome.ok || outcome.refusal === 'ALREADY_PROCESSED') return true;
    if (isTransient(outcome)) return false;
    const { id, partner } = settlement;
    log.warn('partners: a settlement was refused, its shares are accrued again', {
      ...{ settlement: id, partner, refusal: outcome.refusal },
    });
    await database.transaction((tx) => dropSettlement(tx, id));
    return false;
  }

  function askDesk(settlement: Settlement): Promise<Outcome> {
    const { id, site, partner, wallet, from, through, requestedBy, approvedBy } = settlement;
    return desk.submit({
      ...{ kind: 'CONFIRM_SHARE', site, player: partner, wallet, amount: settlement.amount, settlement: id },
      ...{ fromDay: from, throughDay: through, requestedBy, approvedBy },
      key: { key: `partner-settlement-${id}`, fingerprint: String(settlement.amount) },
    });
  }

  const loop = createLoop({
    async work() {
      for (const { id } of sites.all()) {
        if (loop.isStopping()) return;
        await confirmSite(id);
        await finishPayments(parts, id);
      }
    },
    restMs: () => RETRY_MS,
    wait: time.wait,
    log,
    failure: 'partners: confirming settlements failed, retrying',
  });

  return {
    loop,
    async perform({ site, body, requestedBy, approvedBy, now, reason }) {
      const asked = body as AskedSettlement;
      const through = dayOf(asked.throughDate);
      if (through === undefined) return { ok: false, refusal: 'SETTLEMENT_NOTHING' };
      const refusal = await database.transaction(async (tx) => {
        await holdAccrual(tx, site);
        const { settled, paid } = await readDue(parts, tx, site, through);
        const sums = totalsOf(settled);
        if (settled.length === 0) return 'SETTLEMENT_NOTHING';
        if (!areSums(sums, asked.sums)) return 'SETTLEMENT_CHANGED';
        // Nobody decides about their own money.
        if (settled.some(({ partner }) => partner === requestedBy || partner === approvedBy))
          return 'SECOND_PERSON_NEEDED';
        await insertSettlements(tx, settled, { site, requestedBy, approvedBy, now }, { through, paid });
        await insertStaffChange(tx, {
          ...{ site, area: 'PARTNER', action: 'CONFIRM', subject: `shares ${asked.throughDate}`, before: {} },
          after: { throughDate: asked.throughDate, sums },
          by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
        });
        return undefined;
      });
      if (refusal !== undefined) return { ok: false, refusal };
      // It is approved whatever the desk says now: the loop asks again.
      await loop.runOnce().catch((fault: unknown) => {
        log.warn('partners: confirming settlements failed, retrying', { error: fault });
      });
      return { ok: true };
    },
    pay: (asked) => payShares(parts, asked),
  };
}
