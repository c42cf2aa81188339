// The start (spec 1 and 4): the settings of the site and who is signed in, then the live connection, for guests too.
import type { Caller, Refused } from '@maru/client/call';
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { siteByCode } from '@maru/contract/site';
import type { Membership } from '../member/member.ts';
import { type Site, siteOf } from './site.ts';

/** In `maintenance` the server answers that it is closed; `unreachable` is every other failure. */
export type StartState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'maintenance'; readonly message: string };

export interface StartUp {
  readonly state: Watched<StartState>;
  /** Begins; a second time does nothing. */
  begin(): void;
  /** After a failure: tries again. */
  retry(): void;
}

/** A start that takes longer is shown as failed; a later answer still opens the page. */
export const START_PATIENCE_MS = 8_000;

const MAINTENANCE = 503;

export function createStartUp({
  call,
  membership,
  timers,
  tryAgain,
  siteCode,
  onSite,
  onReady,
}: {
  readonly call: Caller;
  readonly membership: Pick<Membership, 'auth' | 'restore' | 'member'>;
  readonly timers: Timers;
  readonly tryAgain: () => string;
  /** Of a site that is chosen by its code; without one the host decides. */
  readonly siteCode: { get(): string | null; forget(): void };
  readonly onSite: (site: Site) => void;
  readonly onReady: () => void;
}): StartUp {
  // The sign-in page is shown before the settings of the site have arrived: it does not need them.
  const isGuest = membership.auth.get().kind === 'logout';
  const state = createStore<StartState>({ kind: isGuest ? 'ready' : 'starting' });
  let hasBegun = false;
  let attempt = 0;

  const fail = ({ status, message }: Refused) =>
    state.set({ kind: status === MAINTENANCE ? 'maintenance' : 'unreachable', message });

  async function run(): Promise<void> {
    const mine = ++attempt;
    if (state.get().kind !== 'ready') state.set({ kind: 'starting' });
    const stopWaiting = timers.after(START_PATIENCE_MS, () => {
      if (mine === attempt) state.set({ kind: 'unreachable', message: tryAgain() });
    });
    const code = siteCode.get();
    const asked = code === null ? call(siteByCode, {}) : askByCode(call, code);
    const restored = await membership.restore();
    // A user who turns out to be a guest does not need the settings either.
    if (mine === attempt && restored === 'known' && membership.member.get() === undefined)
      state.set({ kind: 'ready' });
    const site = await asked;
    stopWaiting();
    if (mine !== attempt) return;
    if (!site.ok) {
      if (site.code !== 'SITE_NOT_FOUND' || code === null) return fail(site);
      // Closed, or served under a host of its own by now.
      siteCode.forget();
      return run();
    }
    if (restored !== 'known') return fail(restored);
    onSite(siteOf(site.reply));
    state.set({ kind: 'ready' });
    onReady();
  }

  return {
    state,
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      void run();
    },
    retry() {
      const { kind } = state.get();
      if (kind === 'unreachable' || kind === 'maintenance') void run();
    },
  };
}

/** A site with hosts of its own has a code, too, but is served under them alone: asked for by its id it says so. */
async function askByCode(call: Caller, code: string) {
  const found = await call(siteByCode, { query: { code } });
  return found.ok ? call(siteByCode, { query: { siteInfoId: found.reply.id } }) : found;
}
