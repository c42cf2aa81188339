// Sends web pushes: a few at a time, again after a transient error with growing pauses, and never more than a bound.
import type { Log } from '../../log/log.ts';
import { encryptPush, MOST_CONTENT_BYTES, type PushKeys } from './encrypt.ts';
import type { Vapid } from './vapid.ts';

export interface PushJob extends PushKeys {
  /** The device in our tables. */
  readonly device: number;
  readonly endpoint: string;
  readonly content: string;
  readonly ttlSeconds: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /** A push that still waits at the service is replaced by a newer one of its topic. */
  readonly topic?: string | undefined;
  /** The service failed to take the one before. */
  readonly isFailing: boolean;
  /** Called when it was sent or given up. */
  readonly onEnded?: () => void;
}

/** What the devices' rows are told; a push that simply arrives tells nothing. */
export interface DeviceReports {
  /** The service does not know the device any more. */
  onGone(device: number): Promise<void>;
  /** The service answered with an error of its own, the last time too. A network that fails may be ours. */
  onFailed(device: number): Promise<void>;
  /** The service took a push of a device that was failing. */
  onRecovered(device: number): Promise<void>;
}

export interface PushSender {
  send(job: PushJob): void;
  /** Resolves when nothing is being sent and nothing waits to be sent again. */
  settled(): Promise<void>;
  stats(): {
    readonly waiting: number;
    readonly sent: number;
    readonly failed: number;
    readonly dropped: number;
  };
}

export type SendPush = (
  endpoint: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
) => Promise<{ readonly status: number; readonly retryAfter: string | null }>;

const AT_ONCE = 8;
const MOST_JOBS = 5_000;
const PAUSES_MS = [5_000, 30_000, 120_000] as const;
const LONGEST_PAUSE_MS = 600_000;
const SEND_TIMEOUT_MS = 10_000;
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Follows no redirect: the address was checked, and another one was not. */
export const sendByFetch: SendPush = async (endpoint, { headers, body }) => {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
};

type Outcome = 'SENT' | 'GONE' | 'FAILED' | { readonly againAfterMs: number; readonly isTheirFault: boolean };

export function createPushSender({
  vapid,
  send,
  reports,
  time,
  log,
}: {
  readonly vapid: Vapid;
  readonly send: SendPush;
  readonly reports: DeviceReports;
  readonly time: { readonly clock: () => number; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}): PushSender {
  const jobs = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  const counts = { sent: 0, failed: 0, dropped: 0 };
  let underWay = 0;

  async function enter(): Promise<void> {
    if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay += 1;
  }

  /** The place goes to the next one that waits, or is free. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }

  async function attempt(job: PushJob, pauseMs: number): Promise<Outcome> {
    await enter();
    try {
      const { status, retryAfter } = await send(job.endpoint, {
        headers: {
          authorization: vapid.headerFor(job.endpoint, time.clock()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(job.ttlSeconds),
          urgency: job.urgency,
          ...(job.topic === undefined ? {} : { topic: job.topic }),
        },
        body: encryptPush(job, Buffer.from(job.content)),
      });
      if (status >= 200 && status < 300) return 'SENT';
      if (GONE.has(status)) return 'GONE';
      if (status !== 429 && status < 500) {
        log.warn('web push refused by the service, not sent again', { device: job.device, status });
        return 'FAILED';
      }
      const asked = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
      const againAfterMs = Math.min(Math.max(asked, pauseMs), LONGEST_PAUSE_MS);
      return { againAfterMs, isTheirFault: status >= 500 };
    } catch (fault) {
      log.debug('web push not delivered, retrying', { device: job.device, error: fault });
      return { againAfterMs: pauseMs, isTheirFault: false };
    } finally {
      leave();
    }
  }

  async function run(job: PushJob): Promise<void> {
    const until = time.clock() + job.ttlSeconds * 1_000;
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      const outcome = await attempt(job, pauseMs ?? 0);
      if (outcome === 'SENT') {
        counts.sent += 1;
        if (job.isFailing) await reports.onRecovered(job.device);
        return;
      }
      // After the last attempt, or when it would come too late, it is given up.
      const isLast =
        typeof outcome === 'string' || pauseMs === undefined || time.clock() + outcome.againAfterMs > until;
      if (isLast) {
        counts.failed += 1;
        if (outcome === 'GONE') await reports.onGone(job.device);
        else if (outcome !== 'FAILED' && outcome.isTheirFault) await reports.onFailed(job.device);
        return;
      }
      await time.wait(outcome.againAfterMs);
    }
  }

  return {
    send(job) {
      if (jobs.size >= MOST_JOBS || Buffer.byteLength(job.content) > MOST_CONTENT_BYTES) {
        counts.dropped += 1;
        job.onEnded?.();
        return;
      }
      const running = run(job)
        .catch((fault: unknown) => log.warn('web push failed', { device: job.device, error: fault }))
        .finally(() => {
          jobs.delete(running);
          job.onEnded?.();
        });
      jobs.add(running);
    },
    async settled() {
      while (jobs.size > 0) await Promise.all(jobs);
    },
    stats: () => ({ waiting: jobs.size, ...counts }),
  };
}
