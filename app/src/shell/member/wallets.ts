// The player's wallets: a snapshot from the server, then pushes over it. No balance is ever computed here.
import type { Caller } from '@maru/client/call';
import type { Realtime } from '@maru/client/realtime';
import { createStore, type Watched } from '@maru/client/store';
import { myWallets } from '@maru/contract/account';
import type { WalletPoint } from '@maru/contract/realtime';

export type Balances = Readonly<Record<string, WalletPoint>>;

export type WalletsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly wallets: Balances }
  | { readonly kind: 'failed'; readonly message: string };

export interface Wallets {
  readonly state: Watched<WalletsState>;
  /** Begins to listen, with what was just fetched if it was; the answer ends it and forgets the balances. */
  start(fetched?: Balances): () => void;
  load(): Promise<void>;
}

export function createWallets({
  call,
  realtime,
}: {
  readonly call: Caller;
  readonly realtime: Realtime;
}): Wallets {
  const state = createStore<WalletsState>({ kind: 'loading' });
  /** What was pushed while a snapshot was on its way: the snapshot may be older than these. */
  let heardMeanwhile: WalletPoint[] = [];
  let newestLoad = 0;

  const withPoint = (wallets: Balances, point: WalletPoint) => ({
    ...wallets,
    [point.type]: point,
  });

  async function load(): Promise<void> {
    const mine = ++newestLoad;
    heardMeanwhile = [];
    const outcome = await call(myWallets);
    if (mine !== newestLoad) return;
    if (outcome.ok) state.set({ kind: 'ready', wallets: heardMeanwhile.reduce(withPoint, outcome.reply) });
    // An old balance is better than none; the connection lock says that it is old.
    else if (state.get().kind !== 'ready') state.set({ kind: 'failed', message: outcome.message });
  }

  /** A connection that is back and its queue both ask for a snapshot in the same breath; one answers both. */
  let isDue = false;
  function loadSoon(): void {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      if (isDue) void load();
      isDue = false;
    });
  }

  function hear(point: WalletPoint): void {
    heardMeanwhile.push(point);
    const before = state.get();
    if (before.kind === 'ready') state.set({ kind: 'ready', wallets: withPoint(before.wallets, point) });
  }

  return {
    state,
    load,
    start(fetched) {
      const stopQueue = realtime.followQueue('point', {
        hear: (push) => hear(push.data),
        resync: loadSoon,
      });
      // With every connection: fetch what the screen shows, then apply what is pushed. What was pushed before the
      // first subscription is in no queue of ours, so the first connection counts too.
      const stopConnection = realtime.connection.watch(() => {
        if (realtime.connection.get().kind === 'connected') loadSoon();
      });
      if (fetched) state.set({ kind: 'ready', wallets: fetched });
      else void load();
      return () => {
        newestLoad++;
        isDue = false;
        stopQueue();
        stopConnection();
        state.set({ kind: 'loading' });
      };
    },
  };
}
