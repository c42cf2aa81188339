// The server of the screen tests, faked from the contract: requests and replies pass the call's own schemas, so a
// screen cannot be tested against a server that does not exist.
import type { ReceivedReply } from '@maru/client/call';
import { type FakeStompSocket, fakeStompSocket } from '@maru/client/fake-stomp-socket';
import type { Timers } from '@maru/client/timers';
import { me, myWallets, refillPractice, signIn, signOut } from '@maru/contract/account/calls';
import { practiceRun } from '@maru/contract/account/practice';
import { tradeOptions } from '@maru/contract/binary/offers';
import type { AnyCall } from '@maru/contract/call';
import { popupList } from '@maru/contract/content/calls';
import { forcedNotices } from '@maru/contract/content/notice';
import { myTraders } from '@maru/contract/copytrade/follows';
import { myTrader } from '@maru/contract/copytrade/traders';
import { futuresOptions } from '@maru/contract/futures/instruments';
import { termsText } from '@maru/contract/identity/member-calls';
import { myLimits } from '@maru/contract/limits/calls';
import { popularStocks, serverTimeOffset } from '@maru/contract/market';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { type RefusalCode, refusals } from '@maru/contract/refusals';
import { siteByCode, type siteDnw } from '@maru/contract/site';
import type { PresenceEvent } from './shell/connection/wake.ts';
import { createPlatform, type Platform } from './shell/platform.tsx';
import { ko } from './text/ko.ts';

/** `lost` reaches the server, but its answer never reaches the client. */
type Reply =
  | { readonly reply: unknown }
  | { readonly refusal: RefusalCode; readonly field?: string; readonly sinceMillis?: number }
  | 'lost';
type Answer = (body: Readonly<Record<string, unknown>>) => Reply | Promise<Reply>;

const wallet = (type: string, currency: string, point: string) => ({
  type,
  currency,
  point,
  gameWaitPoint: '0',
});

export const trader = {
  id: 7,
  username: 'trader',
  name: '김마루',
  phone: '01012345678',
  email: 'trader@example.com',
  nick: '산마루',
  role: 'PLAYER',
  status: 'ACTIVE',
  money: '0',
  etcJson: {},
  isTourOver: false,
  wallet: {},
} satisfies ReceivedReply<typeof me>;

const instrument = (code: string, koName: string, lastPrice: string) => ({
  id: 1,
  stock: code,
  koName,
  enName: code,
  nicknames: [] as string[],
  kind: 'FUTURES' as 'FUTURES' | 'CRYPTO',
  currency: 'USD',
  precision: 2,
  tickSize: '0.25',
  isPlay: 1 as const,
  isStop: 0 as const,
  isRest: 0 as 0 | 1,
  isOpen: 1 as 0 | 1,
  nextOpenMillis: null as number | null,
  lastPrice,
  rateChange: 0.82,
});

export const nasdaq = {
  ...instrument('NQ', '나스닥', '25412.75'),
  multiplier: '20',
  tickValue: '5',
  terms: null,
};
export const hangSeng = {
  ...nasdaq,
  id: 2,
  stock: 'HSI',
  koName: '항셍',
  lastPrice: '26572',
  isRest: 1 as const,
  isOpen: 0 as const,
  nextOpenMillis: Date.UTC(2026, 10, 16, 1, 15),
};
export const bitcoin = {
  ...instrument('BTCUSDT', '비트코인', '97412.3'),
  kind: 'CRYPTO' as const,
  markPrice: '97412.3',
  terms: null,
  indexPrice: '97410.8',
  fundingRate: '0.0001',
  lastFundingRate: '0.0001',
  nextFundingMillis: Date.UTC(2026, 10, 14, 8),
};

export const site = {
  id: 1,
  code: 'maru',
  name: '마루',
  stockPrefix: '',
  overseaPrefix: '',
  coinInfoJson: '{}',
  usedCoins: 'BINARY,FUTURES,USDT',
  depositCoins: 'BINARY,USDT',
  buyCoins: 'USDT',
  binaryCurrency: 'KRW',
  type: '101111',
  moneyMode: 'PRACTICE',
  priceSource: 'SIMULATED',
  language: 'ko',
  liveChatUrl: null as string | null,
  theme: { theme: 'dark', updown: 'global', accent: 'brass' },
} satisfies ReceivedReply<typeof siteByCode>;

/** The terms of deposits and withdrawals, and how much practice money one may begin with. */
export const siteMoney = {
  moneyMode: 'PRACTICE',
  depositCoins: 'BINARY',
  buyCoins: 'USDT',
  withdrawCoins: 'BINARY,USDT',
  refillMost: { KRW: '100000000', USDT: '100000', BTC: '10' },
  fee: { KRW: '1000' },
  depositLeast: { KRW: '10000' },
  withdrawLeast: { KRW: '10000' },
  twoFrom: { KRW: '5000000' },
  spread: '0.005',
  toMembers: false,
  waitMs: 86_400_000,
  p2p: true,
} satisfies ReceivedReply<typeof siteDnw>;

/** Nothing is set. */
export const noLimits = {
  limits: (['LOSS', 'STAKE', 'DEPOSIT', 'TIME'] as const).map((kind) => ({
    kind,
    value: null as string | null,
    used: '0',
    pending: null,
  })),
  sinceMillis: null as number | null,
  result: '0',
  rates: [] as { currency: string; rate: string }[],
  openStake: '0',
  leftToLose: null,
  pause: { state: 'NONE', untilMillis: null },
  dayEndsMillis: 1_700_060_400_000,
  monthEndsMillis: 1_701_356_400_000,
  record: null,
} satisfies ReceivedReply<typeof myLimits>;

/** What a device stores after a sign-in, for tests that open a page already signed in. */
export const storedTokens = (expiresAt = Number.MAX_SAFE_INTEGER): Map<string, string> =>
  new Map([
    ['maru.accessToken', 'access'],
    ['maru.refreshToken', 'refresh'],
    ['maru.expiresAt', String(expiresAt)],
  ]);

export interface ServerDouble {
  readonly platform: Platform;
  /** The page opened again on the same device. */
  newPage(): Platform;
  /** Sends a presence event of the device to the newest page. */
  sendPresence(event: PresenceEvent): void;
  /** How often the page was reloaded. */
  reloads(): number;
  /** Connections that are open now. */
  connections(): readonly FakeStompSocket[];
  /** Sets what a call answers from now on. */
  answer(call: AnyCall, answer: Answer): void;
  /** No call is answered any more. */
  goAway(): void;
  comeBack(): void;
  push(destination: string, body: unknown): void;
  readonly asked: {
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly headers: Record<string, string>;
    readonly body: unknown;
  }[];
  readonly storage: Map<string, string>;
}

/** Timers fire with the next event loop step, so tests wait for effects and never for a clock. */
const impatient: Timers = {
  now: () => 1_700_000_000_000,
  after(delayMs: number, run: () => void) {
    // Pings and timeouts would fire at once and for ever; only the short delays of a retry fire.
    if (delayMs > 600) return () => {};
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

export function serverDouble({
  isMobile = true,
  timers = impatient,
  storage = new Map(),
}: {
  readonly isMobile?: boolean;
  readonly timers?: Timers;
  readonly storage?: Map<string, string>;
} = {}): ServerDouble {
  const answers = new Map<string, { call: AnyCall; answer: Answer }>();
  const asked: ServerDouble['asked'] = [];
  const sockets = new Set<FakeStompSocket>();
  let isUp = true;
  let reloads = 0;
  let notify: (event: PresenceEvent) => void = () => {};
  let isHidden = false;

  const answer = (call: AnyCall, how: Answer) =>
    void answers.set(`${call.method} ${call.path}`, { call, answer: how });
  answer(signIn, ({ password }) =>
    password === 'correct horse'
      ? { reply: { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900, user: trader } }
      : { refusal: 'WRONG_CREDENTIALS' },
  );
  answer(signOut, () => ({ reply: {} }));
  answer(me, () => ({ reply: trader }));
  answer(myWallets, () => ({
    reply: { BINARY: wallet('BINARY', 'KRW', '10000000'), FUTURES: wallet('FUTURES', 'USDT', '9999.5') },
  }));
  answer(refillPractice, ({ walletType, point }) => ({ reply: { walletType, point, run: 2 } }));
  answer(myLimits, () => ({ reply: noLimits }));
  answer(practiceRun, () => ({ reply: { run: null } }));
  answer(overseaOptions, () => ({ reply: [nasdaq, hangSeng] }));
  answer(futuresOptions, () => ({ reply: [bitcoin] }));
  answer(myTraders, () => ({ reply: { content: [] } }));
  answer(myTrader, () => ({ reply: { trader: null, application: null, traderFollowerId: null } }));
  answer(tradeOptions, () => ({ reply: [] }));
  answer(popularStocks, () => ({ reply: { stocks: [] } }));
  answer(forcedNotices, () => ({ reply: [] }));
  answer(popupList, () => ({ reply: { content: [], page: 0, size: 2, totalElements: 0, totalPages: 0 } }));
  answer(siteByCode, () => ({ reply: site }));
  // No site has a text of its own here: the sample is shown.
  answer(termsText, () => ({
    reply: { kind: 'TERMS', version: 1, fromMillis: null, title: '', content: null },
  }));
  answer(serverTimeOffset, () => ({ reply: { serverTime: timers.now(), offset: 0 } }));

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    if (!isUp) throw new TypeError('fetch failed');
    const { pathname: path, searchParams } = new URL(url, 'http://double');
    const isForm = init.body instanceof FormData;
    const body = init.body === undefined || isForm ? {} : JSON.parse(init.body as string);
    const query = Object.fromEntries(searchParams);
    asked.push({ path, query, headers: init.headers as Record<string, string>, body });
    const known = answers.get(`${init.method} ${path}`);
    if (!known) throw new Error(`the contract has no ${init.method} ${path} here`);
    known.call.query.parse(query);
    const outcome = await known.answer(known.call.body.parse(body) as Record<string, unknown>);
    if (outcome === 'lost') throw new TypeError('connection reset');
    if ('reply' in outcome) return Response.json(known.call.reply.parse(outcome.reply));
    const { status, ko: message } = refusals[outcome.refusal];
    const { refusal: code, field, sinceMillis } = outcome;
    return Response.json({ status, code, message, field, sinceMillis }, { status });
  }

  const newPage = () =>
    createPlatform({
      fetch,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
      openSocket: async () => {
        const socket = fakeStompSocket();
        sockets.add(socket);
        timers.after(0, () => (isUp ? socket.accept() : socket.cut()));
        return socket;
      },
      timers,
      random: () => 0,
      exclusively: (_, run) => run(),
      onOtherTab: () => {},
      presence: {
        isHidden: () => isHidden,
        watch: (listen) => {
          notify = listen;
        },
      },
      language: () => 'ko',
      texts: () => ko.shell,
      isMobile,
      reload: () => {
        reloads++;
      },
    });

  const platform = newPage();

  return {
    platform,
    newPage,
    sendPresence(event) {
      if (event === 'hidden' || event === 'visible') isHidden = event === 'hidden';
      notify(event);
    },
    reloads: () => reloads,
    connections: () => [...sockets].filter((socket) => socket.readyState === 1),
    answer,
    asked,
    storage,
    goAway() {
      isUp = false;
      for (const socket of sockets) socket.cut();
      sockets.clear();
    },
    comeBack() {
      isUp = true;
    },
    push(destination, body) {
      for (const socket of sockets) socket.push(destination, body);
    },
  };
}
