// Live coin prices through ccxt: the perpetual contract's last, best bid and ask, its mark and its index. The package is
// large and optional, so it is loaded only when this source is switched on.
import { type Price, parseUnits } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { RawTick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import type { Log } from '../log/log.ts';
import type { Source, Time } from './source.ts';

/** The part of ccxt's exchange that we use; its numbers are JavaScript numbers. */
export interface TickerExchange {
  watchTickers(symbols: readonly string[]): Promise<Readonly<Record<string, ExchangeTicker>>>;
  watchBidsAsks(symbols: readonly string[]): Promise<Readonly<Record<string, ExchangeTicker>>>;
  watchMarkPrices(symbols: readonly string[]): Promise<Readonly<Record<string, ExchangeTicker>>>;
  close(): Promise<void>;
}

export interface ExchangeTicker {
  readonly symbol?: string | undefined;
  readonly timestamp?: number | undefined;
  readonly last?: number | undefined;
  readonly bid?: number | undefined;
  readonly ask?: number | undefined;
  readonly markPrice?: number | undefined;
  readonly indexPrice?: number | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A quote or a last price older than this is not sent together with a newer one of the other. */
const HOLDS_MS = 2_000;
const QUOTE_TICK_MS = 250;

/** `BTCUSDT` is `BTC/USDT:USDT` in ccxt: the contract that is margined and settled in USDT. */
export const symbolOf = (code: string): string | undefined => {
  const coin = /^([A-Z0-9]+)USDT$/.exec(code)?.[1];
  return coin === undefined ? undefined : `${coin}/USDT:USDT`;
};

/** A number as exact text of at most eight places; undefined for what is not a price. */
export function priceOfNumber(value: number | undefined): Price | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const text = value.toFixed(8).replace(/\.?0+$/, '');
  return parseUnits(text === '-0' ? '0' : text) as Price | undefined;
}

export function createLiveCryptoSource({
  instruments,
  time,
  log,
  open,
}: {
  readonly instruments: readonly Instrument[];
  readonly time: Time;
  readonly log: Log;
  readonly open: () => Promise<TickerExchange>;
}): Source {
  const codes = new Map<string, readonly string[]>();
  for (const { code, kind } of instruments) {
    // What is settled in the coin (`BTCUSD`) follows the price of the contract in USDT.
    const symbol = kind === 'CRYPTO' ? (symbolOf(code) ?? symbolOf(`${code}T`)) : undefined;
    if (symbol) codes.set(symbol, [...(codes.get(symbol) ?? []), code]);
  }
  const codesOf = ({ symbol = '' }: ExchangeTicker): readonly string[] => codes.get(symbol) ?? [];
  const symbols = [...codes.keys()];
  const quotes = new Map<string, { readonly bid: Price; readonly ask: Price; readonly at: Millis }>();
  const lasts = new Map<string, { readonly last: Price; readonly at: Millis }>();
  const spokenAt = new Map<string, Millis>();
  const marks = new Map<string, { readonly mark: Price; readonly sourceIndex: Price | undefined }>();
  let exchange: TickerExchange | undefined;
  let running = false;
  let seq = 0;

  return {
    name: 'ccxt',
    async start(emit) {
      const opened = await open();
      exchange = opened;
      running = true;
      void follow(
        'tickers',
        () => opened.watchTickers(symbols),
        (tickers) => emit(tickers.flatMap(tickOf)),
      );
      void follow(
        'quotes',
        () => opened.watchBidsAsks(symbols),
        (tickers) => emit(tickers.flatMap(quoteTick)),
      );
      void follow(
        'marks',
        () => opened.watchMarkPrices(symbols),
        (tickers) => tickers.forEach(storeMark),
      );
    },
    async stop() {
      running = false;
      await exchange?.close();
    },
  };

  /** Runs until the source stops. ccxt reconnects by itself; its errors are retried after increasing pauses. */
  async function follow(
    what: string,
    watch: () => Promise<Readonly<Record<string, ExchangeTicker>>>,
    onTickers: (tickers: readonly ExchangeTicker[]) => void,
  ): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (running) {
      try {
        const tickers = await watch();
        pauseMs = FIRST_PAUSE_MS;
        if (running) onTickers(Object.values(tickers));
      } catch (fault) {
        if (!running) return;
        log.warn('exchange request failed, retrying', { what, fault: String(fault), pauseMs });
        await time.wait(pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  function tickOf(ticker: ExchangeTicker): readonly RawTick[] {
    const last = priceOfNumber(ticker.last);
    if (last === undefined) return [];
    return codesOf(ticker).map((stock) => {
      lasts.set(stock, { last, at: time.clock() });
      return rawTick(stock, last, ticker.timestamp);
    });
  }

  /** A last price arrives once a second; in between only the quotes change, and orders are filled at them. */
  function quoteTick(ticker: ExchangeTicker): readonly RawTick[] {
    const bid = priceOfNumber(ticker.bid);
    const ask = priceOfNumber(ticker.ask);
    if (bid === undefined || ask === undefined) return [];
    const now = time.clock();
    return codesOf(ticker).flatMap((stock) => {
      quotes.set(stock, { bid, ask, at: now });
      const known = lasts.get(stock);
      const isDue = now - (spokenAt.get(stock) ?? 0) >= QUOTE_TICK_MS;
      if (known === undefined || now - known.at > HOLDS_MS || !isDue) return [];
      return [rawTick(stock, known.last, ticker.timestamp)];
    });
  }

  function rawTick(stock: string, last: Price, timestamp: number | undefined): RawTick {
    const now = time.clock();
    spokenAt.set(stock, now);
    const quote = quotes.get(stock);
    const isRecent = quote !== undefined && now - quote.at <= HOLDS_MS;
    const mark = marks.get(stock);
    // A mark is sent once: the engine itself decides how long the last one is valid.
    marks.delete(stock);
    return {
      stock,
      last,
      bid: isRecent ? quote.bid : undefined,
      ask: isRecent ? quote.ask : undefined,
      mark: mark?.mark,
      sourceIndex: mark?.sourceIndex,
      ts: timestamp === undefined ? undefined : millis(Math.floor(timestamp)),
      recvTs: now,
      seq: ++seq,
    };
  }

  function storeMark(ticker: ExchangeTicker): void {
    const mark = priceOfNumber(ticker.markPrice);
    if (mark === undefined) return;
    const sourceIndex = priceOfNumber(ticker.indexPrice);
    for (const stock of codesOf(ticker)) marks.set(stock, { mark, sourceIndex });
  }
}
