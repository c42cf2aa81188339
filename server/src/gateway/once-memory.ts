// Which calls of a gateway must not be done twice, and what was answered to the newest of them: when a call comes once
// more, its answer may have been lost.
import type { Frame, Outbox } from './frames.ts';

export interface OnceMemory {
  /** False for a call that was taken before: then its answer is sent again, if there is one. */
  isNew(id: number): boolean;
  /** Sends the answer, and keeps it if the call must not be done twice. */
  answer(id: number, frame: Frame): void;
  /** The gateway is gone. */
  forget(): void;
}

const REMEMBERED = 16_384;
const KEPT_ANSWERS = 1_024;
/** No larger ones: a call that changes something says little. */
const KEPT_BYTES = 16 * 1_024;

export function createOnceMemory({ send }: Pick<Outbox, 'send'>): OnceMemory {
  const once = new Map<number, Frame | undefined>();
  /** Those whose answers are kept, oldest first. */
  const kept: number[] = [];
  return {
    isNew(id) {
      const answered = once.get(id);
      if (answered !== undefined) send(answered);
      if (once.has(id)) return false;
      once.set(id, undefined);
      if (once.size > REMEMBERED) once.delete(once.keys().next().value ?? id);
      return true;
    },
    answer(id, frame) {
      send(frame);
      if (!once.has(id) || frame.body.byteLength > KEPT_BYTES) return;
      once.set(id, frame);
      kept.push(id);
      const oldest = kept.length > KEPT_ANSWERS ? kept.shift() : undefined;
      if (oldest !== undefined && once.has(oldest)) once.set(oldest, undefined);
    },
    forget() {
      once.clear();
      kept.length = 0;
    },
  };
}
