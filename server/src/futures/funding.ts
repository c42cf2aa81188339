// Funding is due by the clock (docs/rules.md 3.11). What was funded last is in the book, so a process that was stopped
// finds every time that it missed, pays them in their order, and none of them twice: the desk refuses a second one.
import type { Price, Rate } from '@maru/engine/amount';
import type { FundFutures } from '@maru/engine/futures/commands';
import { FUNDING_INTERVAL_MS, fundingTimes } from '@maru/engine/futures/funding-rate';
import { fundedKey } from '@maru/engine/futures/state';
import type { FuturesTerms } from '@maru/engine/futures/terms';
import { HOUSE, type SiteId } from '@maru/engine/purse';
import { earlier, later, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { FuturesDeps } from './deps.ts';
import type { Holdings } from './holdings.ts';
import type { FuturesInstrument, FuturesInstruments } from './instruments.ts';
import type { TermsOf } from './terms.ts';

const CHECK_EVERY_MS = 500;
/** A tick may arrive that late and still belong to the interval that ended. */
const LATE_TICKS_MS = 3_000;
const NOTHING = 0n as Rate;
const NO_MARK = 0n as Price;

export interface Fundings extends Loop {
  /** Resolves when everything that is due at the moment of the call was paid. */
  whenFunded(): Promise<void>;
  stats(): { readonly paid: number; readonly unpriced: number };
}

interface DueFunding {
  readonly site: SiteId;
  readonly instrument: FuturesInstrument;
  readonly terms: FuturesTerms;
  readonly dueAt: Millis;
}

export function createFundings({
  desk,
  sites,
  funding,
  time,
  log,
  instruments,
  terms,
  holdings: { state },
}: Pick<FuturesDeps, 'desk' | 'sites' | 'funding' | 'time' | 'log'> & {
  readonly instruments: FuturesInstruments;
  readonly terms: Pick<TermsOf, 'at'>;
  readonly holdings: Pick<Holdings, 'state'>;
}): Fundings {
  const counts = { paid: 0, unpriced: 0 };
  let waiting: { readonly until: Millis; readonly resolve: () => void }[] = [];

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

  /** Without a price at that time nothing is paid. */
  async function rateOf({ instrument: { code }, terms: own, dueAt }: DueFunding) {
    const mark = await funding.markAt(code, dueAt);
    const rate = mark === undefined ? undefined : await funding.rateAt(code, dueAt);
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
    for (;;) {
      const now = time.clock();
      const until = fundingTimes(earlier(now, LATE_TICKS_MS), FUNDING_INTERVAL_MS).latest;
      const due = dueUntil(until, now);
      if (due.length === 0) break;
      const commands: FundFutures[] = [];
      for (const each of due) commands.push(await commandOf(each));
      const outcomes = await Promise.all(desk.submitTogether(commands));
      counts.paid += outcomes.filter(({ ok }) => ok).length;
      // What the desk could not answer, or knew already, is looked at again by the next run.
      if (outcomes.some(({ ok }) => !ok)) break;
    }
    wakeWaiting();
  }

  const isFundedUntil = (until: Millis): boolean => dueUntil(until, time.clock()).length === 0;

  function wakeWaiting(): void {
    const done = waiting.filter(({ until }) => isFundedUntil(until));
    waiting = waiting.filter((each) => !done.includes(each));
    for (const { resolve } of done) resolve();
  }

  const loop = createLoop({
    work: payDue,
    restMs: () => CHECK_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'funding: paying what is due failed, retrying',
  });

  return {
    ...loop,
    whenFunded() {
      const until = fundingTimes(time.clock(), FUNDING_INTERVAL_MS).latest;
      if (isFundedUntil(until)) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ until, resolve }));
    },
    stats: () => ({ ...counts }),
  };
}
