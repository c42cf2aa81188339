// Funding is due by the clock (docs/rules.md 3.11). What was funded last is in the book, so a process that was stopped
// finds every time that it missed, pays them in their order, and none of them twice: the desk refuses a second one.
import type { Price, Rate } from '@maru/engine/amount';
import type { FundFutures } from '@maru/engine/futures/commands';
import { FUNDING_INTERVAL_MS, fundingTimes } from '@maru/engine/futures/funding-rate';
import { fundedKey } from '@maru/engine/futures/state';
import type { FuturesTerms } from '@maru/engine/futures/terms';
import { MARK_KNOWN_AFTER_MS } from '@maru/engine/market/mark-price';
import type { Tick } from '@maru/engine/market/tick';
import { HOUSE, type PlayerId, type SiteId } from '@maru/engine/purse';
import { later, type Millis, millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import { knownUntil } from '../market/record-gaps.ts';
import type { FuturesDeps } from './deps.ts';
import type { Holdings } from './holdings.ts';
import type { FuturesInstrument, FuturesInstruments } from './instruments.ts';
import type { TermsOf } from './terms.ts';

const CHECK_EVERY_MS = 500;
const NOTHING = 0n as Rate;
const NO_MARK = 0n as Price;

export interface Fundings extends Loop {
  /** The next live tick. The first one after a funding time ends the wait for those of before. */
  tick(tick: Pick<Tick, 'ts'>): void;
  /**
   * Resolves when everything that is due at the moment of the call was paid in the instruments that the player holds,
   * when nothing will be paid any more, or when patience ends.
   */
  whenFunded(player: PlayerId, patienceMs: number): Promise<void>;
  /** How many wait is bounded by patience, also while nothing can be paid for hours. */
  stats(): { readonly paid: number; readonly unpriced: number; readonly waiting: number };
}

interface DueFunding {
  readonly site: SiteId;
  readonly instrument: FuturesInstrument;
  readonly terms: FuturesTerms;
  readonly dueAt: Millis;
}

interface Waiting {
  readonly player: PlayerId;
  readonly until: Millis;
  readonly resolve: () => void;
}

export function createFundings({
  desk,
  sites,
  funding,
  prices,
  coverage,
  time,
  log,
  instruments,
  terms,
  holdings: { state },
}: Pick<FuturesDeps, 'desk' | 'sites' | 'funding' | 'prices' | 'coverage' | 'time' | 'log'> & {
  readonly instruments: FuturesInstruments;
  readonly terms: Pick<TermsOf, 'at'>;
  readonly holdings: Pick<Holdings, 'state'>;
}): Fundings {
  const counts = { paid: 0, unpriced: 0 };
  const waiting = new Set<Waiting>();
  /** Everything up to this time was paid. */
  let fundedUntil = millis(0);
  let isWoken = false;

  /** What must be paid up to this time: of each instrument the oldest. */
  function dueUntil(until: Millis, now: Millis): readonly DueFunding[] {
    const due: DueFunding[] = [];
    for (const { id: site } of sites.all()) {
      for (const instrument of instruments.all) {
        const own = terms.at(site, instrument.id, now);
        if (own === undefined) continue;
        const funded = state.funded.get(fundedKey(site, instrument.id));
        // Before its first funding nothing was open.
        const dueAt = funded === undefined ? until : later(funded, FUNDING_INTERVAL_MS);
        if (dueAt <= until) due.push({ site, instrument, terms: own, dueAt });
      }
    }
    return due;
  }

  /**
   * Ticks count in the order of their times: once a later one has come, the mark and the rate of the interval that
   * ended are known.
   */
  function isKnown({ instrument: { code }, dueAt }: DueFunding, now: Millis): boolean {
    if (funding.isFinal?.(dueAt) === false) return false;
    const newest = prices.latest(code);
    return (
      knownUntil(coverage, now) - dueAt >= MARK_KNOWN_AFTER_MS || (newest !== undefined && newest.ts > dueAt)
    );
  }

  /** Without a price at that time nothing is paid. */
  async function rateOf({ instrument: { code }, terms: own, dueAt }: DueFunding) {
    const [rate, mark] = await Promise.all([funding.rateAt(code, dueAt), funding.markAt(code, dueAt)]);
    if (mark === undefined || rate === undefined) return { rate: NOTHING, mark: mark ?? NO_MARK };
    const most = own.tiers[0]?.maintenance ?? NOTHING;
    return { rate: (rate > most ? most : rate < -most ? -most : rate) as Rate, mark };
  }

  async function commandOf(due: DueFunding): Promise<FundFutures> {
    const { site, instrument, terms: own, dueAt } = due;
    const { rate, mark } = await rateOf(due);
    const isHeld = (state.open.get(fundedKey(site, instrument.id))?.size ?? 0) > 0;
    if (mark === NO_MARK && isHeld) {
      counts.unpriced += 1;
      log.warn('funding: no mark price at the time it was due, nothing is paid', {
        stock: instrument.code,
        dueAt,
      });
    }
    const { contract } = own;
    return {
      kind: 'FUND_FUTURES',
      site,
      player: HOUSE,
      instrument: instrument.id,
      contract,
      dueAt,
      rate,
      mark,
    };
  }

  async function payDue(): Promise<void> {
    isWoken = false;
    for (;;) {
      const now = time.clock();
      const due = dueUntil(fundingTimes(now, FUNDING_INTERVAL_MS).latest, now).filter((each) =>
        isKnown(each, now),
      );
      if (due.length === 0) break;
      const outcomes = await Promise.all(desk.submitTogether(await Promise.all(due.map(commandOf))));
      counts.paid += outcomes.filter(({ ok }) => ok).length;
      // What the desk could not answer, or knew already, is looked at again by the next run.
      if (outcomes.some(({ ok }) => !ok)) break;
    }
    const { latest } = fundingTimes(time.clock(), FUNDING_INTERVAL_MS);
    if (isFundedUntil(latest)) fundedUntil = latest;
    wakeWaiting(({ player, until }) => isFundedFor(player, until));
  }

  const isFundedUntil = (until: Millis): boolean => dueUntil(until, time.clock()).length === 0;

  function isFundedFor(player: PlayerId, until: Millis): boolean {
    for (const { site, instrument } of state.accounts.get(player)?.positions.values() ?? [])
      if ((state.funded.get(fundedKey(site, instrument)) ?? 0) < until) return false;
    return true;
  }

  function wakeWaiting(isOver: (waiting: Waiting) => boolean): void {
    for (const each of waiting) {
      if (!isOver(each)) continue;
      waiting.delete(each);
      each.resolve();
    }
  }

  /** At the next funding time, and again when no tick of before it is waited for any more. */
  function restMs(): number {
    const now = time.clock();
    const { latest, next } = fundingTimes(now, FUNDING_INTERVAL_MS);
    const knownAt = later(latest, MARK_KNOWN_AFTER_MS);
    return Math.max(1, Math.min(CHECK_EVERY_MS, (now < knownAt ? knownAt : next) - now));
  }

  const failure = 'funding: paying what is due failed, retrying';
  const loop = createLoop({ work: payDue, restMs, wait: time.wait, log, failure });

  return {
    ...loop,
    tick({ ts }) {
      if (isWoken || fundingTimes(ts, FUNDING_INTERVAL_MS).latest <= fundedUntil) return;
      isWoken = true;
      loop.runOnce().catch((fault: unknown) => log.warn(failure, { error: fault }));
    },
    whenFunded(player, patienceMs) {
      const until = fundingTimes(time.clock(), FUNDING_INTERVAL_MS).latest;
      if (isFundedFor(player, until) || loop.isStopping()) return Promise.resolve();
      return new Promise((resolve) => {
        const each: Waiting = { player, until, resolve };
        waiting.add(each);
        void time.wait(patienceMs).then(() => {
          waiting.delete(each);
          resolve();
        });
      });
    },
    async stop() {
      await loop.stop();
      wakeWaiting(() => true);
    },
    stats: () => ({ ...counts, waiting: waiting.size }),
  };
}
