// One check of every session, four times a second: deadlines, probes, heart-beats, stalls and ended logins. One timer
// for all of them costs less than several for each.
import type { Principal } from '../http/serve.ts';
import type { Limits } from './limits.ts';
import type { Session } from './session.ts';

export interface SweepSurroundings {
  readonly limits: Limits;
  stillValid(principal: Principal): boolean;
  signOut(session: Session): void;
}

const TIMED_OUT = 1002;
/** For a timer that fires late and the delay of the network. */
const BEAT_SPARE_MS = 1_000;

export function sweepSession(session: Session, now: number, around: SweepSurroundings) {
  const { limits } = around;
  if (isAbandoned(session, now, limits)) return session.dead();
  const isWaiting = session.phase === 'OPEN' || session.phase === 'CONNECTING';
  if (isWaiting && now - session.openedAt >= limits.connectWithinMs) {
    return session.end(TIMED_OUT, 'CONNECT_TOO_LATE');
  }
  if (session.unfinishedSince !== undefined && now - session.unfinishedSince >= limits.unfinishedMs) {
    return session.end(TIMED_OUT, 'FRAME_MALFORMED');
  }
  session.measure();
  if (session.phase === 'ENDED') return;

  const { principal } = session;
  if (principal !== undefined && now - session.checkedAt >= limits.recheckMs) {
    session.checkedAt = now;
    if (!around.stillValid(principal)) return around.signOut(session);
  }
  if (now - Math.max(session.receivedAt, session.probedAt) >= limits.probeAfterMs) {
    session.probedAt = now;
    session.wire.probe();
  }
  if (session.heartbeatMs > 0 && isBeatDue(session, now, limits)) session.beat();
}

/**
 * The agreed interval is the longest silence that a client accepts, so the beat is sent at the last check that is
 * certainly early enough: the next check may be a little late, and the beat takes time to arrive.
 */
function isBeatDue({ heartbeatMs, sentAt }: Session, now: number, limits: Limits): boolean {
  const spareMs = Math.min(heartbeatMs / 4, BEAT_SPARE_MS);
  return now + limits.sweepMs + spareMs > sentAt + heartbeatMs;
}

function isAbandoned(session: Session, now: number, limits: Limits): boolean {
  const { unattendedSince } = session.wire;
  if (unattendedSince !== undefined && now - unattendedSince >= limits.readerAwayMs) return true;
  return now - session.receivedAt >= limits.deadAfterMs;
}
