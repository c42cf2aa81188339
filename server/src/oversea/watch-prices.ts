// Events and ticks into the engine's watch, and what the watch asks for to the desk. The desk decides everything anew:
// a refusal is no fault, the watch simply goes on watching.
import type { Amount } from '@maru/engine/amount';
import { PLACES } from '@maru/engine/amount';
import type { AnyEvent } from '@maru/engine/book';
import type { Tick } from '@maru/engine/market/tick';
import type { OverseaState } from '@maru/engine/oversea/state';
import { createWatch, type WatchCommand } from '@maru/engine/oversea/watch';
import type { SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { BalanceAfter } from '@maru/engine/transfer';
import type { Outcome } from '../desk/desk.ts';
import type { OverseaDeps } from './deps.ts';
import { isOverseaEvent } from './following.ts';
import type { OverseaOptions } from './options.ts';
import { quoteOf } from './quotes.ts';
import type { TermsOf } from './terms.ts';

export interface PriceWatch {
  /** Takes up the state as it was loaded, with the free money of everybody in it. */
  load(balances: readonly BalanceAfter[]): void;
  /** A durable event, after the state has moved on with it. */
  follow(event: AnyEvent): void;
  /** Takes notice of a tick. False when no decision may use it. */
  note(tick: Tick): boolean;
  /** What the tick that was just noted reaches. */
  tick(tick: Tick): void;
  /** Rates or settings are others now. */
  termsChanged(): void;
  /** Was the price of this instrument missing before its newest tick? */
  isAfterGap(option: number): boolean;
  /** Resolves when all that was asked has been answered. */
  settled(): Promise<void>;
  stats(): { readonly asked: number; readonly refused: number };
}

export function createPriceWatch(
  deps: Pick<OverseaDeps, 'desk' | 'sites' | 'prices' | 'time' | 'log'> & {
    readonly state: OverseaState;
    readonly options: OverseaOptions;
    readonly terms: TermsOf;
  },
): PriceWatch {
  const { desk, sites, prices, time, log, state, options, terms } = deps;
  const watch = createWatch({ state, termsOf: terms.at, unitOf });
  const pending = new Set<Promise<void>>();
  /** The newest tick of each instrument, and whether prices were missing before it. */
  const newest = new Map<number, { readonly ts: Millis; readonly isAfterGap: boolean }>();
  const counts = { asked: 0, refused: 0 };

  function unitOf(site: SiteId, wallet: string): Amount {
    const places = sites.byId(site)?.wallets.find(({ type }) => type === wallet)?.places ?? 0;
    return (10n ** BigInt(PLACES - places)) as Amount;
  }

  /** All in one go, so that the hits of a tick become durable together. */
  function submit(commands: readonly WatchCommand[]): void {
    if (commands.length === 0) return;
    const answers = desk.submitTogether(commands);
    for (const [place, command] of commands.entries()) {
      counts.asked += 1;
      const asked = hear(command, answers[place])
        .catch((fault: unknown) => log.error('an exit could not be asked for', { error: fault }))
        .finally(() => pending.delete(asked));
      pending.add(asked);
    }
  }

  async function hear(command: WatchCommand, answer: Promise<Outcome> | undefined): Promise<void> {
    const outcome = await answer;
    if (outcome?.ok) return;
    counts.refused += 1;
    watch.refused(command);
  }

  return {
    load(balances) {
      const now = time.clock();
      for (const { id, code } of options.all) {
        const tick = prices.latest(code);
        // As old as can be: the first tick after a start comes after a gap, however short that was.
        if (tick !== undefined) watch.remember(id, { ...quoteOf(tick), ts: millis(0) });
      }
      watch.start(balances, now);
    },
    follow(event) {
      // The money of somebody who has nothing open guards nothing.
      if (isOverseaEvent(event) || state.accounts.size > 0) submit(watch.follow(event, time.clock()));
    },
    note(tick) {
      const option = options.byStock(tick.stock);
      // A price in doubt, too old or from before the start moves nothing (rules.md 0.5).
      if (option === undefined || prices.usable(tick.stock, time.clock()) === undefined) return false;
      const before = newest.get(option.id);
      const isAfterGap = before === undefined || tick.ts - before.ts > option.staleMs;
      newest.set(option.id, { ts: tick.ts, isAfterGap });
      return true;
    },
    tick(tick) {
      const option = options.byStock(tick.stock);
      if (option !== undefined) submit(watch.tick(option.id, quoteOf(tick), time.clock()));
    },
    termsChanged: () => submit(watch.termsChanged(time.clock())),
    isAfterGap: (option) => newest.get(option)?.isAfterGap ?? true,
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
    stats: () => ({ ...counts }),
  };
}
