// Shares of profit and the ends of detached follows (docs/rules.md 5.6, 5.7), as commands of the platform. What ends a
// follow is derived from the state; a share at 00:10 is asked for once a day, whatever becomes of the process.
import { dueShare } from '@maru/engine/copytrade/share';
import type { CopyFollow, CopytradeState } from '@maru/engine/copytrade/state';
import { koreanDate, koreanDay, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Outcome } from '../desk/desk.ts';
import type { ProductParts } from '../product/server-product.ts';
import type { CopyNews } from './copied-state.ts';
import { copyPricesAt } from './copy-prices.ts';
import type { CommandSource, Sent } from './dispatch.ts';

export interface Settlement extends CommandSource {
  begin(): void;
  follow(news: CopyNews): void;
  /** Asks for the shares of the last day that is due. */
  readonly daily: Pick<Loop, 'start' | 'stop' | 'runOnce'>;
  /** The Korean day, in days since 1970, up to which shares were asked for. */
  sharedDay(): number | undefined;
  nextShareAt(): Millis;
}

/** After midnight in Korea. */
const SHARE_AFTER_MS = 10 * MINUTE_MS;
const CHECK_EVERY_MS = 30_000;
const AGAIN_MS = 1_000;
/** A share that has no answer by then waits for the next day. */
const MOST_AGAIN = 60;

/** What is asked for a follow; of the daily run with its day. */
interface Asked {
  readonly day?: number;
  readonly done?: () => void;
  again: number;
}

export interface ShareDays {
  find(): Promise<number | undefined>;
  save(day: number): Promise<void>;
}

/** The newest day whose shares are due. */
const dueDay = (now: Millis): number => koreanDate(now - SHARE_AFTER_MS);

export function createSettlement(
  parts: Parameters<typeof copyPricesAt>[0] & {
    readonly state: CopytradeState;
    readonly days: ShareDays;
    readonly time: ProductParts['time'];
    readonly log: ProductParts['log'];
    readonly wake: () => void;
  },
): Settlement {
  const { state, days, time, log, wake } = parts;
  const asked = new Map<number, Asked>();
  const sent = new Set<number>();
  let sharedDay: number | undefined;

  function ask(id: number, more: Omit<Asked, 'again'> = {}): void {
    asked.set(id, { ...asked.get(id), ...more, again: 0 });
    wake();
  }

  const hasEnded = ({ state: own, copies }: CopyFollow): boolean => own === 'DETACHED' && copies.size === 0;

  /** Called after the follow was detached, or a copy of it was closed. */
  function settle(id: number, isDetached: boolean): void {
    const follow = state.follows.get(id);
    if (follow !== undefined && (hasEnded(follow) || (isDetached && dueShare(follow) > 0n))) ask(id);
  }

  function commandOf(follow: CopyFollow, own: Asked, prices: ReturnType<typeof copyPricesAt>): Sent {
    const { id, site, follower, trader } = follow;
    const about = { site, player: follower, follow: id, priced: prices.backing(site, follower) };
    const key = own.day === undefined ? undefined : `copy-share-${id}-${own.day}`;
    return {
      command: hasEnded(follow)
        ? { ...about, kind: 'END_FOLLOW', other: trader }
        : {
            ...about,
            kind: 'SHARE_COPY_PROFIT',
            trader,
            ...(key === undefined ? undefined : { key: { key, fingerprint: key } }),
          },
      onOutcome: (outcome) => answered(id, own, outcome),
    };
  }

  function answered(id: number, own: Asked, outcome: Outcome): void {
    sent.delete(id);
    const isLater =
      !outcome.ok &&
      (outcome.refusal === 'PRICES_MISSING' ||
        outcome.refusal === 'TRY_AGAIN' ||
        outcome.refusal === 'RESULT_UNKNOWN');
    if (!isLater || own.again >= MOST_AGAIN) {
      own.done?.();
      return;
    }
    own.again += 1;
    void time.wait(AGAIN_MS).then(() => {
      // Somebody may have asked meanwhile: the daily run waits until its own is done.
      asked.set(id, { ...own, ...asked.get(id) });
      wake();
    });
  }

  async function shareDue(): Promise<void> {
    const day = dueDay(time.clock());
    sharedDay ??= await days.find();
    if (sharedDay !== undefined && sharedDay >= day) return;
    const due = [...state.follows.values()].filter((follow) => hasEnded(follow) || dueShare(follow) > 0n);
    await Promise.all(due.map(({ id }) => new Promise<void>((done) => ask(id, { day, done }))));
    if (daily.isStopping()) return;
    await days.save(day);
    sharedDay = day;
  }

  const daily = createLoop({
    work: shareDue,
    restMs: () => CHECK_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'copy trading: asking for the shares of the day failed, retrying',
  });

  return {
    begin() {
      for (const follow of state.follows.values()) if (hasEnded(follow)) ask(follow.id);
    },
    follow({ event, notes }) {
      for (const note of notes) {
        if (note.kind === 'COPIED') settle(note.follow, false);
        if (note.kind === 'DETACHED') for (const id of note.follows) settle(id, true);
      }
      if (event?.kind === 'COPY_TRADER_SET') for (const id of event.detached) settle(id, true);
    },
    take(most) {
      const commands: Sent[] = [];
      const prices = copyPricesAt(parts, time.clock());
      for (const [id, own] of asked) {
        if (commands.length >= most) break;
        if (sent.has(id)) continue;
        asked.delete(id);
        const follow = state.follows.get(id);
        if (follow === undefined) {
          own.done?.();
          continue;
        }
        sent.add(id);
        commands.push(commandOf(follow, own, prices));
      }
      return commands;
    },
    daily: {
      ...daily,
      async stop() {
        const stopped = daily.stop();
        for (const { done } of asked.values()) done?.();
        asked.clear();
        await stopped;
      },
    },
    sharedDay: () => sharedDay,
    nextShareAt() {
      const now = time.clock();
      const today = later(koreanDay(now), SHARE_AFTER_MS);
      return now < today ? today : later(today, 24 * 60 * MINUTE_MS);
    },
  };
}
