// Answers that are the same for every caller, computed once for all requests within a second. A request that arrives
// during the computation waits for it. The memory is bounded by the bytes of the cached texts.
import type { RefusalCode } from '@maru/contract/refusals';
import { type Asker, readFor } from '../db/lane.ts';
import type { Answer } from './serve.ts';

export type SharedAnswer =
  | { readonly ok: true; readonly text: string }
  | Extract<Answer<never, RefusalCode>, { readonly ok: false }>;

export interface SharedAnswers {
  get(key: string, asker: Asker, compute: () => Promise<SharedAnswer>): Promise<SharedAnswer>;
}

interface UnderWay {
  readonly askers: Asker[];
  readonly answer: Promise<SharedAnswer>;
}

interface CachedAnswer {
  readonly answer: SharedAnswer;
  readonly untilMs: number;
  readonly bytes: number;
}

const SMALLEST_BYTES = 256;

export function createSharedAnswers({
  cacheMs = 1_000,
  mostBytes = 16 * 1024 * 1024,
  steadyMs = () => performance.now(),
}: {
  readonly cacheMs?: number;
  readonly mostBytes?: number;
  readonly steadyMs?: () => number;
} = {}): SharedAnswers {
  const underWay = new Map<string, UnderWay>();
  /** Ordered from the oldest. */
  const cached = new Map<string, CachedAnswer>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= cached.get(key)?.bytes ?? 0;
    cached.delete(key);
  }

  function store(key: string, answer: SharedAnswer): void {
    if (cacheMs === 0) return;
    const nowMs = steadyMs();
    forget(key);
    const size = SMALLEST_BYTES + 2 * (key.length + (answer.ok ? answer.text.length : 0));
    cached.set(key, { answer, untilMs: nowMs + cacheMs, bytes: size });
    bytes += size;
    for (const [oldest, { untilMs }] of cached) {
      if (untilMs > nowMs && bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  return {
    get(key, asker, compute) {
      const known = cached.get(key);
      if (known !== undefined && known.untilMs > steadyMs()) return Promise.resolve(known.answer);
      const running = underWay.get(key);
      if (running !== undefined) {
        running.askers.push(asker);
        return running.answer;
      }
      const askers = [asker];
      // The computation continues as long as one of the callers is still connected.
      const everyone = { who: asker.who, hasLeft: () => askers.every((each) => each.hasLeft()) };
      const answer = readFor(everyone, compute)
        .then((answer) => {
          store(key, answer);
          return answer;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, { askers, answer });
      return answer;
    },
  };
}
