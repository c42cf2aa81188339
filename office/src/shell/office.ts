// What every screen of the office stands on: calls, the session, who is signed in, the address, toasts, and the dialog
// that asks for the second factor again. Created once by `main.tsx`, faked at its edges by the tests.
import { type Caller, createCaller, newKey, type Refused } from '@maru/client/call';
import { createSession, type Session } from '@maru/client/session';
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { officeSignOut } from '@maru/contract/account/calls';
import { words } from '../text/shell.ts';
import { createMe, type Me } from './me.ts';
import type { Place } from './place.ts';
import { renewOfficeSession } from './sign-in.ts';

export interface OfficeEdges {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly timers: Timers;
  readonly place: Place;
  readonly exclusively: <Value>(name: string, run: () => Promise<Value>) => Promise<Value>;
  readonly onOtherTab: (listen: () => void) => void;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** Somebody has to give the second factor again; `settle` says whether they did. */
export interface StepUp {
  readonly settle: (isDone: boolean) => void;
}

export interface Office extends Omit<OfficeEdges, 'exclusively' | 'onOtherTab'> {
  /** Acts on the chosen site. */
  readonly call: Caller;
  /** The same for a page that reads by itself: it keeps nobody signed in who has left the desk. */
  readonly callByItself: Caller;
  readonly callAsGuest: Caller;
  readonly session: Session;
  readonly me: Watched<Me | Refused | undefined>;
  loadMe(): Promise<void>;
  signOut(): void;
  /** The site that is acted on; undefined is one's own. */
  readonly site: Watched<number | undefined>;
  chooseSite(id: number): void;
  readonly toasts: Watched<readonly Toast[]>;
  toast(tone: Toast['tone'], text: string): void;
  readonly stepUp: Watched<StepUp | undefined>;
  /** Asks for the second factor; answers whether it was given. One dialog serves all that wait. */
  askStepUp(): Promise<boolean>;
}

export const STORAGE_PREFIX = 'maru.office.';
const TOAST_MS = 5_000;

export function createOffice(edges: OfficeEdges): Office {
  const { timers } = edges;
  const site = createStore<number | undefined>(undefined);
  const callEdges = {
    fetch: edges.fetch,
    timers,
    newKey,
    language: () => 'ko' as const,
    siteInfoId: site.get,
    texts: () => words.transport,
  };
  const callAsGuest = createCaller(callEdges);
  const session = createSession({
    storage: edges.storage,
    prefix: STORAGE_PREFIX,
    now: timers.now,
    newKey,
    refresh: (held) => renewOfficeSession(callAsGuest, held),
    exclusively: edges.exclusively,
    onOtherTab: edges.onOtherTab,
  });
  const call = createCaller(callEdges, session);
  const callByItself = createCaller(
    {
      ...callEdges,
      fetch: (url, init) =>
        edges.fetch(url, { ...init, headers: { ...init.headers, 'maru-background': '1' } }),
    },
    session,
  );
  const { me, load: loadMe } = createMe(call, session);

  const toasts = createStore<readonly Toast[]>([]);
  let lastToast = 0;
  function toast(tone: Toast['tone'], text: string): void {
    lastToast += 1;
    const shown = { id: lastToast, tone, text };
    toasts.set([...toasts.get().slice(-2), shown]);
    timers.after(TOAST_MS, () => toasts.set(toasts.get().filter(({ id }) => id !== shown.id)));
  }

  const stepUp = createStore<StepUp | undefined>(undefined);
  let asking: Promise<boolean> | undefined;
  function askStepUp(): Promise<boolean> {
    asking ??= new Promise<boolean>((resolve) => {
      stepUp.set({
        settle(isDone) {
          stepUp.set(undefined);
          asking = undefined;
          resolve(isDone);
        },
      });
    });
    return asking;
  }
  session.state.watch(() => {
    if (session.state.get().kind === 'guest') stepUp.get()?.settle(false);
  });

  return {
    fetch: edges.fetch,
    storage: edges.storage,
    timers,
    place: edges.place,
    call,
    callByItself,
    callAsGuest,
    session,
    me,
    loadMe,
    signOut() {
      // The server is told as long as there is a token; whatever it answers, this device forgets it.
      void call(officeSignOut).finally(() => session.signOut());
    },
    site,
    chooseSite: (id) => site.set(id),
    toasts,
    toast,
    stepUp,
    askStepUp,
  };
}
