// What is due by the clock at the cashier: purchases that nobody paid, coupons whose date has passed, confirmations of
// the practice network, reports that wait, payouts, counts of a day that is over, and conversations of last year.
import { HOUSE } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { koreanDate, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import { forgetOldTries } from './coupon-store.ts';
import type { CashierParts } from './deps.ts';
import { forgetHolds } from './hold-store.ts';
import { forgetOldMessages } from './p2p-store.ts';
import type { PayOut } from './payout/pay-out.ts';
import type { Sandbox } from './provider/sandbox.ts';
import { readOverdue } from './reads.ts';
import type { SmallApprovals } from './small-approvals.ts';
import { forgetSmall } from './small-store.ts';

const REST_MS = 5_000;
/** A run does no more than this of each; the next one continues. */
const MOST_AT_ONCE = 500;
const SMALL_KEPT_DAYS = 7;

export function createDue(
  { shard, desk, database, inbox, time, log }: CashierParts,
  {
    sandbox,
    payOut,
    small,
  }: {
    readonly sandbox: Pick<Sandbox, 'confirmArrivals'>;
    readonly payOut: PayOut;
    readonly small: SmallApprovals;
  },
): Loop {
  let forgottenOn = 0;

  async function endOverdue(now: Millis): Promise<void> {
    const read = await desk.read(readOverdue, { now, most: MOST_AT_ONCE });
    if (read === undefined) return;
    const { requests, coupons } = read.seen;
    // A refusal means that somebody else was quicker, or that it is done by the next run.
    await Promise.all([
      ...desk.submitTogether(
        requests.map(({ id, site, player }) => ({ kind: 'EXPIRE_REQUEST', site, player, request: id })),
      ),
      ...desk.submitTogether(
        coupons.map(({ site, coupon }) => ({ kind: 'END_COUPON', site, player: HOUSE, coupon })),
      ),
    ]);
  }

  /** Once a day; what is left of old conversations after a run goes with the next. */
  async function forget(now: Millis): Promise<void> {
    const today = koreanDate(now);
    if (today === forgottenOn) return;
    await database.transaction(async (tx) => {
      await forgetOldTries(tx, today);
      await forgetSmall(tx, today - SMALL_KEPT_DAYS);
      await forgetHolds(tx);
    });
    if ((await database.transaction((tx) => forgetOldMessages(tx, now))) === 0) forgottenOn = today;
  }

  return createLoop({
    async work() {
      const now = time.clock();
      await endOverdue(now);
      await inbox.retryWaiting(now);
      await sandbox.confirmArrivals(now);
      await small.run(now);
      await payOut.run(now);
      if (shard === PLATFORM_SHARD) await forget(now);
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'cashier: due work failed, retrying',
  });
}
