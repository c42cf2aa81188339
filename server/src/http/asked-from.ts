// From where a member of staff asks, for the audit log. It is kept in the asynchronous context, because every feature
// between the call and the log would otherwise have to pass it on.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface AskedFrom {
  readonly ip: string;
  readonly userAgent: string;
}

const asking = new AsyncLocalStorage<AskedFrom>();

export const askFrom = <Result>(from: AskedFrom, work: () => Result): Result => asking.run(from, work);

/** Undefined for what the platform does by itself. */
export const currentlyAskedFrom = (): AskedFrom | undefined => asking.getStore();
