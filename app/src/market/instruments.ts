// The instruments of the site and their prices: lists from the server, then what `/topic/futures_info` pushes.
import type { Caller } from '@maru/client/call';
import type { Prices } from '@maru/client/prices';
import type { Realtime } from '@maru/client/realtime';
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import {
  futuresOptions,
  overseaOptions,
  tradeOptions,
  type WireBinaryOption,
  type WireFuturesOption,
  type WireOverseaOption,
} from '@maru/contract/market';

type Option = WireBinaryOption | WireFuturesOption | WireOverseaOption;
export type Kind = Option['kind'];

export interface Instrument {
  readonly stock: string;
  readonly koName: string;
  readonly enName: string;
  readonly precision: number;
  readonly isOpen: boolean;
  /** When a closed one opens next, if anybody knows. */
  readonly opensAt: number | null;
}

export interface Group {
  readonly kind: Kind;
  readonly instruments: readonly Instrument[];
}

export type InstrumentsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly groups: readonly Group[] }
  | { readonly kind: 'failed'; readonly message: string };

export interface Instruments {
  readonly state: Watched<InstrumentsState>;
  /** Begins to listen; the answer ends it. */
  start(): () => void;
  load(): Promise<void>;
}

const ORDER: readonly Kind[] = ['FUTURES', 'CRYPTO', 'FOREX', 'STOCK'];

/** Markets open and close while the page is looked at; the lists say so. */
const LOOK_AGAIN_AFTER_MS = 60_000;

/** The same instrument is offered by several products and in several lengths; the page shows it once. */
export function groupsOf(options: readonly Option[]): readonly Group[] {
  const byStock = new Map<string, Option>();
  for (const option of options) if (!byStock.has(option.stock)) byStock.set(option.stock, option);
  const groups = ORDER.map((kind) => ({
    kind,
    instruments: [...byStock.values()].filter((option) => option.kind === kind).map(instrumentOf),
  }));
  const filled = groups.filter(({ instruments }) => instruments.length > 0);
  // On a Sunday only coins move: what lives comes first.
  return [...filled.filter(isAlive), ...filled.filter((group) => !isAlive(group))];
}

const isAlive = ({ instruments }: Group): boolean => instruments.some(({ isOpen }) => isOpen);

const instrumentOf = ({ stock, koName, enName, precision, isOpen, nextOpenMillis }: Option): Instrument => ({
  stock,
  koName,
  enName,
  precision,
  isOpen: isOpen === 1,
  opensAt: nextOpenMillis,
});

export function createInstruments({
  call,
  realtime,
  prices,
  timers,
}: {
  readonly call: Caller;
  readonly realtime: Realtime;
  readonly prices: Prices;
  readonly timers: Timers;
}): Instruments {
  const state = createStore<InstrumentsState>({ kind: 'loading' });
  let newestLoad = 0;

  /** A list is a snapshot: a price that was pushed in the meantime is newer and stays. */
  function remember(options: readonly Option[]): void {
    for (const { stock, lastPrice, rateChange } of options)
      if (lastPrice !== null && prices.of(stock) === undefined)
        prices.tick(stock, { lastPrice, priceChangePercent: rateChange });
  }

  async function load(): Promise<void> {
    const mine = ++newestLoad;
    const query = { isPlay: '1' } as const;
    const [oversea, futures, binary] = await Promise.all([
      call(overseaOptions, { query }),
      call(futuresOptions, { query }),
      call(tradeOptions, { query }),
    ]);
    if (mine !== newestLoad) return;
    if (oversea.ok && futures.ok && binary.ok) {
      const options = [...oversea.reply, ...futures.reply, ...binary.reply];
      remember(options);
      state.set({ kind: 'ready', groups: groupsOf(options) });
      return;
    }
    const refused = [oversea, futures, binary].find((outcome) => !outcome.ok);
    // An old list is better than none.
    if (refused && !refused.ok && state.get().kind !== 'ready')
      state.set({ kind: 'failed', message: refused.message });
  }

  return {
    state,
    load,
    start() {
      const stopPrices = realtime.followTopic('futuresPrices', (quotes) => {
        for (const [stock, quote] of Object.entries(quotes)) prices.tick(stock, quote);
      });
      let wasConnected = false;
      // After a cut the list may say something else: an instrument closed, another opened.
      const stopConnection = realtime.connection.watch(() => {
        if (realtime.connection.get().kind !== 'connected') return;
        if (wasConnected) void load();
        wasConnected = true;
      });
      let stopLooking = () => {};
      const lookAgain = () => {
        stopLooking = timers.after(LOOK_AGAIN_AFTER_MS, () => {
          void load();
          lookAgain();
        });
      };
      lookAgain();
      void load();
      return () => {
        newestLoad++;
        stopLooking();
        stopPrices();
        stopConnection();
      };
    },
  };
}
