// The premiums of perpetual contracts, from which their funding rates follow, for each way in which the market is opened.
import { FUNDING_INTERVAL_MS, fundingTimes } from '@maru/engine/futures/funding-rate';
import type { Instrument } from '@maru/engine/market/instrument';
import { MARK_KNOWN_AFTER_MS } from '@maru/engine/market/mark-price';
import { hasIndex } from '@maru/engine/market/tick';
import { earlier, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from './clock/loop.ts';
import type { Database } from './db/database.ts';
import { createFundingPremiums, type FundingPremiums, loadPremiums } from './futures/funding-premiums.ts';
import type { Log } from './log/log.ts';

const FINAL_EVERY_MS = 250;

interface PremiumParts {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
  /** Given where another process writes them. */
  readonly isFinal?: ((boundary: Millis) => boolean) | undefined;
}

/** They continue from what the tables have. */
export async function openPremiums(parts: PremiumParts): Promise<FundingPremiums> {
  const stored = await parts.database.transaction((tx) => loadPremiums(tx, parts.time.clock()));
  return createFundingPremiums({ ...parts, stored });
}

/** The rates of intervals that ended until then are final for a process that begins now. */
export const finalBefore = (now: Millis): Millis =>
  earlier(fundingTimes(now, FUNDING_INTERVAL_MS).latest, FUNDING_INTERVAL_MS);

/** The rates of an interval are final a moment after its end; then products of other processes may charge them. */
export function createFinalRates({
  premiums,
  instruments,
  onFinal,
  time,
  log,
}: Pick<PremiumParts, 'instruments' | 'time' | 'log'> & {
  readonly premiums: Pick<FundingPremiums, 'rateAt'>;
  /** The rates until then are in the tables. */
  readonly onFinal: (until: Millis) => void;
}): Loop {
  const coins = instruments.filter(hasIndex);
  let done: Millis | undefined;
  return createLoop({
    async work() {
      const now = time.clock();
      const { latest } = fundingTimes(now, FUNDING_INTERVAL_MS);
      if (latest === done || now - latest < MARK_KNOWN_AFTER_MS) return;
      // Answering a rate also writes it.
      await Promise.all(coins.map(({ code }) => premiums.rateAt(code, latest)));
      onFinal(latest);
      done = latest;
    },
    restMs: () => FINAL_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'writing final funding premiums failed, retrying',
  });
}
