// What every screen depends on: calls, session, live connection, prices, and who uses the page. Created once by
// `main.tsx`, faked at its edges by the tests.
import { type Answers, createAnswers } from '@maru/client/answers';
import { type Caller, createCaller, newKey } from '@maru/client/call';
import type { Connection } from '@maru/client/connection';
import type { Answer } from '@maru/client/live';
import { createPrices, type Prices } from '@maru/client/prices';
import { createRealtime, type Realtime } from '@maru/client/realtime';
import { createServerClock, type ServerClock } from '@maru/client/server-clock';
import { createSession, type Session } from '@maru/client/session';
import type { OpenSocket } from '@maru/client/sockets';
import { createStore, derived, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { signIn } from '@maru/contract/account/calls';
import { serverTimeOffset } from '@maru/contract/market';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Text } from '../text/ko.ts';
import type { Language } from '../text/language.tsx';
import { createInFlight } from './connection/in-flight.ts';
import { followPresence, type Presence } from './connection/wake.ts';
import { type Announcement, createMembership, type Membership } from './member/member.ts';
import type { Balances } from './member/wallets.ts';
import { createAnnouncements } from './messages/announcements.ts';
import { balancesInUse, rememberSite, type Site } from './start/site.ts';
import { createStartUp, type StartState } from './start/start-up.ts';

export interface Platform
  extends Pick<
    Membership,
    'auth' | 'member' | 'unread' | 'noteUnread' | 'signIn' | 'signInBy' | 'leave' | 'onLeft' | 'refreshMember'
  > {
  readonly call: Caller;
  /** For files, which are no calls with JSON. */
  readonly fetch: PlatformEdges['fetch'];
  readonly session: Session;
  readonly realtime: Realtime;
  readonly connection: Watched<Connection>;
  readonly prices: Prices;
  readonly timers: Timers;
  /** The text for a call that was not answered. */
  readonly tryAgain: () => string;
  /** The server's time, for countdowns. */
  readonly clock: ServerClock;
  readonly answers: Answers;

  /** Begins the start-up; a second time does nothing. */
  open(): void;
  readonly start: Watched<StartState>;
  retryStart(): void;

  /** Always known once the start has ended. */
  readonly site: Watched<Site | undefined>;
  /** The member's wallets that this site uses. */
  readonly wallets: Watched<Answer<Balances>>;
  reloadWallets(): Promise<void>;

  readonly announcements: Watched<readonly Announcement[]>;
  announce(announcement: Announcement): void;
  /** Removes the first announcement after it was read. */
  acknowledge(): void;

  /** Calls that move money and have no answer yet. */
  readonly inFlight: Watched<number>;
  /** Reloads the page, but never while a money call is under way. */
  reload(): Promise<void>;
}

export interface PlatformEdges {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openSocket: OpenSocket;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly timers: Timers;
  readonly random: () => number;
  readonly exclusively: <Value>(name: string, run: () => Promise<Value>) => Promise<Value>;
  readonly onOtherTab: (listen: () => void) => void;
  readonly presence: Presence;
  readonly language: () => Language;
  readonly texts: () => Pick<
    Text['shell'],
    'tryAgain' | 'resultUnknown' | 'accountBlocked' | 'deviceBlocked'
  >;
  readonly isMobile: boolean;
  readonly reload: () => void;
}

/** Keys of this site in local storage (spec 3). */
export const STORAGE_PREFIX = 'maru.';
/** The code of the site that an address with `?site=` chose. */
export const SITE_KEY = `${STORAGE_PREFIX}site`;

export function createPlatform(edges: PlatformEdges): Platform {
  const { timers, texts } = edges;
  const site = createStore<Site | undefined>(undefined);
  const siteInfoId = () => site.get()?.id;
  const callEdges = { ...edges, newKey, siteInfoId };
  const askAsGuest = createCaller(callEdges);
  const session = createSession({
    storage: edges.storage,
    prefix: STORAGE_PREFIX,
    now: timers.now,
    newKey,
    refresh: (held) => askAsGuest(signIn, { body: held }),
    exclusively: edges.exclusively,
    onOtherTab: edges.onOtherTab,
  });
  const inFlight = createInFlight();
  const call = inFlight.counting(createCaller(callEdges, session));
  const realtime = createRealtime({
    openSocket: edges.openSocket,
    tokens: session,
    timers,
    random: edges.random,
  });
  const tryAgain = () => texts().tryAgain;
  const answers = createAnswers({ call, realtime, timers, tryAgain });
  const clock = createServerClock({
    timers,
    async askServerTime() {
      const outcome = await call(serverTimeOffset);
      return outcome.ok ? outcome.reply.serverTime : undefined;
    },
  });
  const announcements = createAnnouncements();

  async function reload(): Promise<void> {
    await inFlight.settled();
    edges.reload();
  }

  const membership = createMembership({
    call,
    session,
    realtime,
    answers,
    timers,
    isMobile: edges.isMobile,
    tryAgain,
    texts,
    siteInfoId,
    mayConnect: () => start.state.get().kind === 'ready',
    announce: announcements.announce,
    reload,
  });
  const start = createStartUp({
    call,
    membership,
    timers,
    tryAgain,
    siteCode: {
      get: () => edges.storage.getItem(SITE_KEY),
      forget: () => edges.storage.removeItem(SITE_KEY),
    },
    onSite(loaded) {
      site.set(loaded);
      rememberSite(edges.storage, STORAGE_PREFIX, loaded);
    },
    onReady: () => realtime.open(),
  });
  const wallets = derived([membership.wallets.answer, site], () => {
    const answer = membership.wallets.get();
    const known = site.get();
    return answer.state === 'ready' && known !== undefined
      ? { ...answer, reply: balancesInUse(answer.reply, known) }
      : answer;
  });

  let isOpen = false;
  function open(): void {
    if (isOpen) return;
    isOpen = true;
    realtime.followErrors(({ data }) =>
      announcements.announce({ message: data.message, confirm: 'dismiss' }),
    );
    followPresence({
      presence: edges.presence,
      realtime,
      clock,
      answers,
      timers,
      onBack: start.retry,
    });
    start.begin();
  }

  const { auth, member, unread, noteUnread, leave, onLeft, refreshMember } = membership;
  return {
    auth,
    member,
    unread,
    noteUnread,
    fetch: edges.fetch,
    signIn: membership.signIn,
    signInBy: membership.signInBy,
    leave,
    onLeft,
    refreshMember,
    call,
    session,
    realtime,
    connection: realtime.connection,
    prices: createPrices(timers.now),
    timers,
    tryAgain,
    clock,
    answers,
    open,
    start: start.state,
    retryStart: start.retry,
    site,
    wallets,
    reloadWallets: membership.wallets.reload,
    announcements: announcements.waiting,
    announce: announcements.announce,
    acknowledge() {
      // It stays until the page reloads: a dialog that closes goes back in the history, and that cancels a reload.
      if (announcements.waiting.get()[0]?.confirm === 'reload') void reload();
      else announcements.acknowledge();
    },
    inFlight: inFlight.count,
    reload,
  };
}

const PlatformContext = createContext<Platform | undefined>(undefined);

export const PlatformProvider = ({ platform, children }: { platform: Platform; children: ReactNode }) => (
  <PlatformContext value={platform}>{children}</PlatformContext>
);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('a screen stands on no platform');
  return platform;
}

export const useWatched = <Value,>(watched: Watched<Value>): Value =>
  // The same value during the build, which renders the page: its first screen is a guest's.
  useSyncExternalStore(watched.watch, watched.get, watched.get);
