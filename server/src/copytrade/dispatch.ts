// Sends the platform's commands of copy trading to the desk: bounded, in parts, and behind everything that players ask, who
// never wait for all that a trader with many followers makes.
import type { AnyCommand } from '@maru/engine/products';
import type { Desk, Outcome } from '../desk/desk.ts';
import { DESK_LIMITS } from '../desk/limits.ts';
import type { Log } from '../log/log.ts';

/** What is to be sent, of one kind. Asked again whenever there is room. */
export interface CommandSource {
  /** At most so many; each stays under way until its outcome is told. */
  take(most: number): readonly Sent[];
}

export interface Sent {
  readonly command: AnyCommand;
  /** Called after the events of its batch were followed. */
  readonly onOutcome: (outcome: Outcome) => void;
}

export interface Dispatch {
  /** Something may be waiting in a source. */
  wake(): void;
  /** Nothing more is sent; resolves when everything under way was answered. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way and no source has anything. */
  settled(): Promise<void>;
  stats(): { readonly asked: number; readonly underWay: number };
}

/** The desk decides some while others are made durable or followed here: with fewer it would have to wait for us. */
const PART = DESK_LIMITS.patient;
const MOST_PARTS = 6;

export function createDispatch({
  desk,
  sources,
  log,
}: {
  readonly desk: Pick<Desk, 'submitPatiently'>;
  /** What is in an earlier one goes first. */
  readonly sources: readonly CommandSource[];
  readonly log: Log;
}): Dispatch {
  let isStopped = false;
  let isWoken = false;
  let asked = 0;
  const parts = new Set<Promise<void>>();

  /** In a turn of its own: whoever waits for the event that made the work is answered first. */
  function wake(): void {
    if (isWoken || isStopped) return;
    isWoken = true;
    setImmediate(() => {
      isWoken = false;
      fill();
    });
  }

  function fill(): void {
    while (!isStopped && parts.size < MOST_PARTS) {
      const sent: Sent[] = [];
      for (const source of sources) {
        if (sent.length >= PART) break;
        sent.push(...source.take(PART - sent.length));
      }
      if (sent.length === 0) return;
      asked += sent.length;
      const part = send(sent)
        .catch((fault: unknown) => log.error('copy trading: sending commands failed', { error: fault }))
        .finally(() => {
          parts.delete(part);
          fill();
        });
      parts.add(part);
    }
  }

  async function send(sent: readonly Sent[]): Promise<void> {
    const outcomes = await desk.submitPatiently(sent.map(({ command }) => command));
    for (const [place, outcome] of outcomes.entries()) sent[place]?.onOutcome(outcome);
  }

  async function settled(): Promise<void> {
    for (;;) {
      if (isWoken) await new Promise((resolve) => setImmediate(resolve));
      else if (parts.size > 0) await Promise.all(parts);
      else return;
    }
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      await Promise.all(parts);
    },
    settled,
    stats: () => ({ asked, underWay: parts.size }),
  };
}
