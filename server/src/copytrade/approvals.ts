// Approves applications. Who approves and with which terms is written before the desk is asked, so nobody else decides the
// same application meanwhile; the desk knows the command by a key that is written with it. A process that is killed in between
// leaves an approval that the next one finishes, and the log has the terms that the desk has set.
import { randomUUID } from 'node:crypto';
import { toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { CopyTrader } from '@maru/engine/copytrade/state';
import type { SiteId } from '@maru/engine/purse';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Desk, type DeskRefusal, isTransient } from '../desk/desk.ts';
import type { ProductParts } from '../product/server-product.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { decide, findWaiting, saveProfile } from './application-store.ts';
import { type Approval, beginApproval, dropApproval, findApproval, listApprovals } from './approval-store.ts';
import { setByStaff, tell, termsShown } from './staff-decisions.ts';

type Refusal = DeskRefusal | 'APPLICATION_NOT_FOUND';

export interface Approvals {
  /** Undefined when the member is a trader now. `RESULT_UNKNOWN`: it is approved as soon as the desk can answer. */
  approve(asked: {
    readonly site: SiteId;
    readonly id: number;
    readonly approval: Omit<Approval, 'key'>;
  }): Promise<Refusal | undefined>;
  /** Finishes what was begun. */
  readonly loop: Loop;
}

const RETRY_MS = 10_000;
const FINISHED_AT_ONCE = 20;

const TITLE = { ko: '카피 트레이더 신청이 승인되었습니다', en: 'You are a copy trader now' };

/** With the terms that the desk has set. */
async function writeApproved(tx: Tx, id: number, trader: CopyTrader): Promise<void> {
  const found = await findApproval(tx, id);
  if (found?.approval === undefined) return;
  const { site, player, intro, approval } = found;
  const { staff, reason, at: now } = approval;
  await decide(tx, id, { status: 'APPROVED', reason, by: staff, now });
  await saveProfile(tx, { site, player, intro, now }, true);
  await insertStaffChange(tx, {
    ...{ site, area: 'COPYTRADE', action: 'APPROVE', subject: `player ${player}` },
    before: { applicationId: id, shareRate: toDecimal(found.shareRate), followStock: found.pairs },
    after: termsShown(trader),
    by: { staff, now, reason },
  });
  await tell(tx, { to: { site, player }, title: TITLE, reason, now });
}

export function createApprovals({
  shard,
  database,
  desk,
  time,
  log,
}: {
  readonly shard: number;
  readonly database: Database;
  readonly desk: Pick<Desk, 'submit'>;
} & Pick<ProductParts, 'time' | 'log'>): Approvals {
  /** One at a time for each application: what one of two was refused, the other might have got. */
  const underWay = new Map<number, Promise<Refusal | undefined>>();

  function finish(id: number): Promise<Refusal | undefined> {
    const known = underWay.get(id);
    if (known !== undefined) return known;
    const begun = finishOne(id).finally(() => underWay.delete(id));
    underWay.set(id, begun);
    return begun;
  }

  async function finishOne(id: number): Promise<Refusal | undefined> {
    const found = await database.transaction((tx) => findApproval(tx, id));
    // Finished since it was begun.
    if (found?.approval === undefined) return found?.status === 'APPROVED' ? undefined : 'TRY_AGAIN';
    const { key } = found.approval;
    const outcome = await desk.submit(
      setByStaff(found, found.approval, {
        ...{ status: 'ACTIVE', isAccepting: true, key: { key, fingerprint: key } },
      }),
    );
    if (isTransient(outcome)) return 'RESULT_UNKNOWN';
    if (!outcome.ok) {
      await database.transaction((tx) => dropApproval(tx, id));
      return outcome.refusal;
    }
    const { event } = outcome;
    assert(event.kind === 'COPY_TRADER_SET', 'settings are answered by their event');
    await database.transaction((tx) => writeApproved(tx, id, event.trader));
    return undefined;
  }

  const loop = createLoop({
    async work() {
      const begun = await database.transaction((tx) => listApprovals(tx, shard, FINISHED_AT_ONCE));
      for (const id of begun) {
        if (loop.isStopping()) return;
        const refusal = await finish(id);
        if (refusal !== undefined && refusal !== 'RESULT_UNKNOWN')
          log.warn('copy trading: an approval was refused, its application waits again', { id, refusal });
      }
    },
    restMs: () => RETRY_MS,
    wait: time.wait,
    log,
    failure: 'copy trading: finishing approvals failed, retrying',
  });

  return {
    async approve({ site, id, approval }) {
      const refusal = await database.transaction(async (tx) => {
        const asked = await findWaiting(tx, site, id);
        if (asked === undefined) return 'APPLICATION_NOT_FOUND';
        if (asked.isApproving) return 'TRY_AGAIN';
        await beginApproval(tx, id, { ...approval, key: `copy-approval-${randomUUID()}` });
        return undefined;
      });
      return refusal ?? finish(id);
    },
    loop,
  };
}
