// Something is being loaded: a bar under the status bar while data is fetched, an overlay while a trade is sent.
import { createStore, type Store, type Watched } from '@maru/client/store';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { LoadingBar } from '../../ui/states/loading-bar.tsx';
import { LoadingOverlay } from '../../ui/states/loading-overlay.tsx';
import './loading.css';
import { usePlatform, useWatched } from '../platform.tsx';

/** A shorter wait is not shown, so that nothing flashes. */
const SHOWN_AFTER_MS = 150;

export type PendingKind = 'fetch' | 'trade';

export interface Pending {
  /** Counts one more wait; calling the returned function ends it, once. */
  begin(kind?: PendingKind): () => void;
  /** Counts a wait until the promise settles. */
  track<Value>(promise: Promise<Value>, kind?: PendingKind): Promise<Value>;
}

interface Counters {
  readonly pending: Pending;
  readonly counts: Readonly<Record<PendingKind, Watched<number>>>;
}

function createCounters(): Counters {
  const counts: Record<PendingKind, Store<number>> = { fetch: createStore(0), trade: createStore(0) };
  const begin = (kind: PendingKind = 'fetch') => {
    const count = counts[kind];
    let isOver = false;
    count.set(count.get() + 1);
    return () => {
      if (isOver) return;
      isOver = true;
      count.set(count.get() - 1);
    };
  };
  return { counts, pending: { begin, track: (promise, kind) => promise.finally(begin(kind)) } };
}

const PendingContext = createContext<Pending>({ begin: () => () => {}, track: (promise) => promise });

export const usePending = (): Pending => useContext(PendingContext);

/** For a screen that knows whether it waits. */
export function usePendingWhile(isPending: boolean, kind: PendingKind = 'fetch'): void {
  const { begin } = usePending();
  useEffect(() => (isPending ? begin(kind) : undefined), [isPending, begin, kind]);
}

export function LoadingProvider({ children }: { readonly children: ReactNode }) {
  const [{ pending, counts }] = useState(createCounters);
  const text = useText();
  const isFetching = useLasting(useWatched(counts.fetch) > 0);
  const isTrading = useLasting(useWatched(counts.trade) > 0);
  return (
    <PendingContext value={pending}>
      {children}
      {isFetching && (
        <div className="page-loading">
          <LoadingBar label={text.shell.loading} />
        </div>
      )}
      <LoadingOverlay open={isTrading} label={text.shell.trading} />
    </PendingContext>
  );
}

/** True once the input has been true for SHOWN_AFTER_MS; false at once. */
function useLasting(isTrue: boolean): boolean {
  const { timers } = usePlatform();
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const stop = timers.after(SHOWN_AFTER_MS, () => setLasted(true));
    return () => {
      stop();
      setLasted(false);
    };
  }, [isTrue, timers]);
  return isTrue && hasLasted;
}
