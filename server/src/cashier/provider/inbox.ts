// Reports of providers. A report whose signature is right is stored before anything is done about it, once for ever; what
// is done has a key of its own at the desk. So a report may come twice, late, before its request, or a year later: it has
// one effect or none.
import { HOUR_MS, type Millis } from '@maru/engine/time';
import { createRateLimit } from '../../http/rate-limit.ts';
import { readJson } from '../../http/strict-json.ts';
import { COINS } from '../coins.ts';
import type { CashierDeps } from '../deps.ts';
import { createEffects, DONE, ELSEWHERE, type Outcome, WAITING } from './effects.ts';
import { CHAIN, isProvider } from './provider.ts';
import { type Report, readReport } from './report.ts';
import { isSigned, providerKey, type SignedReport } from './signature.ts';
import { insertReport, listWaitingReports, noteReportOutcome, type StoredReport } from './store.ts';

export type InboxAnswer =
  | { readonly ok: true; readonly result: 'DONE' | 'WAITING' }
  | {
      readonly ok: false;
      readonly refusal: 'CALLBACK_REFUSED' | 'CALLBACK_MISMATCH' | 'INVALID_REQUEST' | 'PROVIDER_UNKNOWN';
    };

export interface Inbox {
  accept(provider: string, report: SignedReport, now: Millis): Promise<InboxAnswer>;
  /** Reports whose request was unknown, or that a stopped process left, once more. */
  retryWaiting(now: Millis): Promise<void>;
}

/** A request that is unknown after this does not come any more. */
const PARKED_MS = HOUR_MS;
const RETRIED_AT_ONCE = 200;

/**
 * An arrival is reported once for each confirmation; beyond those that are needed nothing new is said. What was seen
 * first decides which amount is true.
 */
const stepOf = (report: Report): string =>
  report.step === 'ARRIVAL'
    ? `ARRIVAL ${Math.min(report.confirmations, COINS[report.coin]?.confirmations ?? 0)} of ${report.amount}`
    : report.step;

export function createInbox(deps: CashierDeps): Inbox {
  const { database, log, secretOf } = deps;
  const effectOf = createEffects(deps);
  const forgeries = createRateLimit({ burst: 1, refillMs: 1_000 });
  const secret = secretOf('provider-secret');
  const isKnown = (provider: string): boolean => provider === CHAIN || isProvider(provider);

  async function process(stored: StoredReport, report: Report, now: Millis): Promise<Outcome> {
    let outcome = await effectOf(stored.provider, report, now);
    if (outcome === WAITING && now - stored.receivedAt > PARKED_MS) outcome = 'REQUEST_NOT_FOUND';
    if (outcome === WAITING || outcome === ELSEWHERE) return outcome;
    await database.transaction((tx) => noteReportOutcome(tx, stored.id, outcome));
    const { provider, external, step } = stored;
    if (outcome === DONE) log.info('provider report done', { provider, external, step });
    else log.warn('provider report refused, nothing moved', { provider, external, step, outcome });
    return outcome;
  }

  const answerOf = (outcome: Outcome): InboxAnswer =>
    outcome === DONE || outcome === WAITING || outcome === ELSEWHERE
      ? { ok: true, result: outcome === DONE ? 'DONE' : 'WAITING' }
      : { ok: false, refusal: 'CALLBACK_MISMATCH' };

  return {
    async accept(provider, signed, now) {
      if (!isKnown(provider)) return { ok: false, refusal: 'PROVIDER_UNKNOWN' };
      if (!isSigned(providerKey(secret, provider), signed, now)) {
        // Anybody can send these: one line a second says that somebody does.
        if (forgeries.count(provider, now) === undefined)
          log.warn('provider report with a wrong signature or time refused', { provider });
        return { ok: false, refusal: 'CALLBACK_REFUSED' };
      }
      const read = readJson(Buffer.from(signed.body).toString('utf8'));
      const report = read.ok ? readReport(read.value) : undefined;
      if (!read.ok || report === undefined) {
        log.warn('provider report that cannot be read refused', { provider });
        return { ok: false, refusal: 'INVALID_REQUEST' };
      }
      const body = JSON.stringify(report);
      const { external } = report;
      const step = stepOf(report);
      const stored = await database.transaction((tx) =>
        insertReport(tx, { provider, external, step, body, receivedAt: now }),
      );
      if (stored.body !== body && !isLaterConfirmation(report, stored)) {
        log.warn('provider report differs from the first of its number, refused', {
          provider,
          external,
          step,
        });
        return { ok: false, refusal: 'CALLBACK_MISMATCH' };
      }
      if (stored.outcome !== null) {
        log.info('provider report repeated, nothing moved', { provider, external, step });
        return answerOf(stored.outcome);
      }
      return answerOf(await process(stored, report, now));
    },
    async retryWaiting(now) {
      // Those of a shard whose owner is away must not keep the others waiting.
      for (let after = 0, isLast = false; !isLast; ) {
        const page = { after, most: RETRIED_AT_ONCE };
        const waiting = await database.transaction((tx) => listWaitingReports(tx, page));
        for (const stored of waiting) {
          const report = readReport(JSON.parse(stored.body));
          if (report !== undefined) await process(stored, report, now);
        }
        after = waiting.at(-1)?.id ?? after;
        isLast = waiting.length < RETRIED_AT_ONCE;
      }
    },
  };
}

/** Of an arrival only the number of confirmations may differ, when more came than are needed. */
function isLaterConfirmation(report: Report, stored: StoredReport): boolean {
  if (report.step !== 'ARRIVAL') return false;
  const first = readReport(JSON.parse(stored.body));
  if (first?.step !== 'ARRIVAL') return false;
  return JSON.stringify({ ...report, confirmations: 0 }) === JSON.stringify({ ...first, confirmations: 0 });
}
