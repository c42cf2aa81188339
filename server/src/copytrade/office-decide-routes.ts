// Staff decide about traders: applications, settings, and the end of one (docs/rules.md 5.1). Each decision is in the
// audit log, and the member reads it in a letter.
import { approveTrader, rejectTrader, setOfficeTrader } from '@maru/contract/copytrade/office';
import { assert } from '@maru/engine/assert';
import { risingPairs } from '@maru/engine/copytrade/trader';
import { playerId } from '@maru/engine/purse';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { decide, findWaiting } from './application-store.ts';
import { findApproval } from './approval-store.ts';
import { copyRefusal } from './call-refusal.ts';
import { areCopied } from './own-trader-routes.ts';
import type { Asker, CopyParts } from './parts.ts';
import { setByStaff, tell, termsShown } from './staff-decisions.ts';
import { findTrader } from './trader-store.ts';

const NO_APPLICATION = { ok: false, refusal: 'APPLICATION_NOT_FOUND' } as const;
const NO_TRADER = { ok: false, refusal: 'TRADER_NOT_FOUND' } as const;
const NO_OPTION = { ok: false, refusal: 'OPTION_NOT_FOUND', field: 'followStock' } as const;

export const officeDecideRoutes = (parts: CopyParts): readonly Route[] => [
  approving(parts),
  rejecting(parts),
  setting(parts),
];

function approving(parts: CopyParts): Route {
  return serve(approveTrader, async ({ body, principal: { site, player: staff }, now }) => {
    const { applicationId, reason, quota, shareRate, followStock } = body;
    if (!areCopied(parts, followStock)) return NO_OPTION;
    const approval = { quota, shareRate, followStock, reason, staff, at: now };
    const refusal = await parts.approvals.approve({ site, id: applicationId, approval });
    if (refusal === undefined) {
      const approved = await parts.database.transaction((tx) => findApproval(tx, applicationId));
      if (approved !== undefined) await showChange(parts, approved);
      return { ok: true, reply: {} };
    }
    return {
      ok: false,
      refusal: refusal === 'APPLICATION_NOT_FOUND' ? refusal : copyRefusal(approveTrader, refusal),
    };
  });
}

function rejecting({ database }: CopyParts): Route {
  return serve(rejectTrader, async ({ body, principal: { site, player: staff }, now }) =>
    database.transaction(async (tx) => {
      const { applicationId, reason } = body;
      const asked = await findWaiting(tx, site, applicationId);
      if (asked === undefined) return NO_APPLICATION;
      if (asked.isApproving) return BEHIND;
      const who = { site, player: asked.player };
      await decide(tx, applicationId, { status: 'REJECTED', reason, by: staff, now });
      await insertStaffChange(tx, {
        ...{ site, area: 'COPYTRADE', action: 'REJECT', subject: `player ${asked.player}` },
        ...{ before: { applicationId }, after: { status: 'REJECTED' }, by: { staff, now, reason } },
      });
      const title = {
        ko: '카피 트레이더 신청이 승인되지 않았습니다',
        en: 'Your application to become a copy trader was rejected',
      };
      await tell(tx, { to: who, title, reason, now });
      return { ok: true, reply: {} } as const;
    }),
  );
}

/** What the trader reads of another status. */
const TITLES = {
  ACTIVE: { ko: '카피 트레이더로 다시 활동할 수 있습니다', en: 'Others can copy you again' },
  OFF: { ko: '카피 트레이더 활동이 중지되었습니다', en: 'Others cannot copy you any more' },
  DELETED: { ko: '카피 트레이더 자격이 종료되었습니다', en: 'You are no copy trader any more' },
} as const;

function setting(parts: CopyParts): Route {
  const { database, desk } = parts;
  return serve(setOfficeTrader, async ({ body, principal: { site, player: staff }, now }) => {
    const { traderId, status, isAccepting, reason } = body;
    if (!areCopied(parts, body.followStock)) return NO_OPTION;
    if (!(await desk.caughtUp(playerId(traderId)))) return BEHIND;
    const before = await database.transaction((tx) => findTrader(tx, site, traderId));
    // A deleted one applies again.
    if (before === undefined || before.status === 'DELETED') return NO_TRADER;
    const who = { site, player: playerId(traderId) };
    const command = setByStaff(who, body, { status, isAccepting });
    const about = {
      site,
      area: 'COPYTRADE',
      subject: `player ${traderId}`,
      by: { staff, now, reason },
    } as const;
    const asked = {
      status,
      isAccepting,
      ...termsShown({ ...command, pairs: risingPairs(body.followStock) }),
    };
    // Written first: a process that is killed after the desk has decided leaves no change that nobody made.
    await database.transaction((tx) =>
      insertStaffChange(tx, {
        ...{ ...about, action: 'SET', after: asked },
        before: { status: before.status, isAccepting: before.isAccepting, ...termsShown(before) },
      }),
    );
    const outcome = await desk.submit(command);
    if (!outcome.ok) {
      const { refusal } = outcome;
      if (refusal !== 'RESULT_UNKNOWN')
        await database.transaction((tx) =>
          insertStaffChange(tx, { ...about, action: 'SET_REFUSED', before: asked, after: { refusal } }),
        );
      return { ok: false, refusal: copyRefusal(setOfficeTrader, refusal) };
    }
    const { event } = outcome;
    assert(event.kind === 'COPY_TRADER_SET', 'settings are answered by their event');
    if (before.status !== status)
      await database.transaction((tx) => tell(tx, { to: who, title: TITLES[status], reason, now }));
    await showChange(parts, who);
    return { ok: true, reply: { detached: event.detached.length } };
  });
}

/** Staff who have decided look at the list next. Where the tables are behind, it shows the change some seconds later. */
async function showChange({ desk, figures }: CopyParts, { site, player }: Asker): Promise<void> {
  if (await desk.caughtUp(player)) await figures.renew(site);
}
