// Sign-in history, letters about new devices, the protection time of withdrawals, and the lock.
import {
  lockAccount,
  officeUnlock,
  setNewDeviceLetters,
  setProtection,
  signInHistory,
  unlockAccount,
} from '@maru/contract/security/calls';
import { officeSignInHistory } from '@maru/contract/security/office';
import { assert } from '@maru/engine/assert';
import { playerId } from '@maru/engine/purse';
import { DAY_MS, earlier, HOUR_MS, type Millis } from '@maru/engine/time';
import { familyOf } from '../account/authenticator.ts';
import { endFamilies } from '../account/session-store.ts';
import { type AnswerOf, type Asked, type Principal, type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { SecurityDeps } from './deps.ts';
import { listSignIns } from './history-store.ts';
import { tellChange } from './letters.ts';
import { hoursAt } from './protection.ts';
import { protectionState, usualMsOf } from './state.ts';
import { findFactor, loadSecurity, saveSecurity, unlock } from './store.ts';

const HISTORY_MS = 90 * DAY_MS;

export function protectionRoutes(deps: SecurityDeps): readonly Route[] {
  const { database, confirmOwner } = deps;
  return [
    serve(signInHistory, (asked) => seeHistory(deps, asked)),
    serve(officeSignInHistory, (asked) => seeHistory(deps, asked)),
    serve(setNewDeviceLetters, async ({ body: { on, password = '', code }, principal }) => {
      // Who has stolen a session must not turn off what tells the owner about it.
      const unconfirmed = on ? undefined : await confirmOwner(principal, { password, code });
      if (unconfirmed !== undefined) return unconfirmed;
      await database.transaction((tx) => saveSecurity(tx, principal, { new_device_letters: on }));
      return { ok: true, reply: { on } };
    }),
    serve(setProtection, (asked) => changeProtection(deps, asked)),
    serve(lockAccount, (asked) => lock(deps, asked)),
    serve(unlockAccount, async ({ body, principal, now }) => {
      const found = await database.transaction(async (tx) => ({
        factor: await findFactor(tx, principal),
        lockedAt: (await loadSecurity(tx, principal)).lockedAt,
      }));
      if (found.lockedAt === null) return { ok: false, refusal: 'ACCOUNT_NOT_LOCKED' };
      // The lock is for somebody whose password may be known to others.
      if (found.factor === undefined || found.factor.enabledAt === null)
        return { ok: false, refusal: 'UNLOCK_NEEDS_STAFF' };
      const unconfirmed = await confirmOwner(principal, body);
      if (unconfirmed !== undefined) return unconfirmed;
      await database.transaction(async (tx) => {
        if (await unlock(tx, principal)) await tellChange(tx, principal, { change: 'UNLOCKED', now });
      });
      return { ok: true, reply: {} };
    }),
    serve(officeUnlock, async ({ body, principal: staff, now }) => {
      const owner = { site: staff.site, player: playerId(body.playerId) };
      const isUnlocked = await database.transaction(async (tx) => {
        if (!(await unlock(tx, owner))) return false;
        await tellChange(tx, owner, { change: 'UNLOCKED', now });
        await insertStaffChange(tx, {
          ...{ site: staff.site, area: 'SECURITY', subject: `player ${owner.player}` },
          ...{ before: { locked: true }, after: { locked: false } },
          by: { staff: staff.player, now, reason: body.reason },
        });
        return true;
      });
      return isUnlocked
        ? { ok: true, reply: { playerId: body.playerId } }
        : { ok: false, refusal: 'ACCOUNT_NOT_LOCKED' };
    }),
  ];
}

async function seeHistory(
  { database }: SecurityDeps,
  { principal, now }: { readonly principal: Principal; readonly now: Millis },
): Promise<AnswerOf<typeof signInHistory>> {
  const since = earlier(now, HISTORY_MS);
  const content = await database.transaction((tx) => listSignIns(tx, principal, since));
  return { ok: true, reply: { content: [...content] } };
}

/** Longer at once; shorter when as much time has passed as withdrawals would have waited until now. */
async function changeProtection(
  deps: SecurityDeps,
  { body: { hours, password = '', code }, principal, now }: Asked<typeof setProtection>,
): Promise<AnswerOf<typeof setProtection>> {
  const { database, confirmOwner } = deps;
  const usualMs = usualMsOf(deps, principal);
  const present = await database.transaction(async (tx) =>
    hoursAt(await loadSecurity(tx, principal), now, usualMs / HOUR_MS),
  );
  const isShorter = hours < present;
  const unconfirmed = isShorter ? await confirmOwner(principal, { password, code }) : undefined;
  if (unconfirmed !== undefined) return unconfirmed;
  const reply = await database.transaction(async (tx) => {
    await saveSecurity(
      tx,
      principal,
      isShorter
        ? { wait_hours: present, next_hours: hours, next_from_ms: now + present * HOUR_MS }
        : { wait_hours: hours, next_hours: null, next_from_ms: null },
    );
    return protectionState(tx, principal, { usualMs, now });
  });
  return { ok: true, reply };
}

/** No question is asked: whoever has lost a phone has no time, and a thief who locks an account gains nothing. */
async function lock(
  { database, desk, authenticator, forceLogout }: SecurityDeps,
  { principal, now }: Asked<typeof lockAccount>,
): Promise<AnswerOf<typeof lockAccount>> {
  const { site, player } = principal;
  // Withdrawals stop first: a crash in between leaves sessions, which can still be ended, and no way out for money.
  await database.transaction(async (tx) => {
    await saveSecurity(tx, principal, { locked_ms: now });
    await tellChange(tx, principal, { change: 'LOCKED', now });
  });
  const ended = await desk.submit({ kind: 'END_SESSIONS', site, player });
  if (!ended.ok) {
    const { refusal } = ended;
    assert(
      refusal === 'ACCOUNT_NOT_FOUND' || refusal === 'TRY_AGAIN' || refusal === 'RESULT_UNKNOWN',
      `sessions end: ${refusal}`,
    );
    return { ok: false, refusal };
  }
  const families = await database.transaction((tx) => endFamilies(tx, { player, why: 'LOCKED', now }));
  authenticator.endFamilies(families, now);
  // The device that asked hears it by the answer.
  const own = familyOf(principal);
  forceLogout({ player, ...(own === undefined ? {} : { exceptFamily: own }) });
  return { ok: true, reply: {} };
}
