// What every member of a drill may look at: open rounds and the instruments that trade now, read again every two seconds.
import { askHttp } from './drill-http.ts';

export interface Round {
  readonly id: number;
  readonly type: string;
}

export interface Option {
  readonly id: number;
  readonly stock: string;
  readonly price: number;
  readonly tick: number;
  readonly places: number;
}

export interface MarketView {
  rounds(): readonly Round[];
  futures(): readonly Option[];
  oversea(): readonly Option[];
  close(): void;
}

interface WireRound extends Round {
  readonly betStartMillis: number;
  readonly betEndMillis: number;
}

interface WireOption {
  readonly id: number;
  readonly stock: string;
  readonly lastPrice: string | null;
  readonly tickSize: string;
  readonly precision: number;
  readonly isOpen: 0 | 1;
  readonly isStop: 0 | 1;
  readonly terms: { readonly mode: string };
}

const REFRESH_MS = 2_000;
/** Rounds that close sooner are left out: a repeated bet would come too late. */
const SPARE_MS = 1_500;
const FUTURES = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'SOLUSDT', 'DOGEUSDT'];
const ROUNDS = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT'];
const MOST_OVERSEA = 6;

export async function openMarketView(origin: string): Promise<MarketView> {
  const headers = { 'x-forwarded-for': '10.19.0.1' };
  let rounds: readonly WireRound[] = [];
  let futures: readonly Option[] = [];
  let oversea: readonly Option[] = [];

  async function read<Found>(path: string): Promise<readonly Found[] | undefined> {
    const answer = await askHttp(origin, { method: 'GET', path, headers });
    return answer?.status === 200 ? (JSON.parse(answer.text) as readonly Found[]) : undefined;
  }

  /** What cannot be read now stays as it was. */
  async function refresh(): Promise<void> {
    const [newRounds, newFutures, newOversea] = await Promise.all([
      read<WireRound>(`/api/public/trade_round?siteInfoId=1&stockListStrs=${ROUNDS.join(',')}`),
      read<WireOption>('/api/futures/option/list?siteInfoId=1'),
      read<WireOption>('/api/oversea/option/list?siteInfoId=1'),
    ]);
    rounds = newRounds ?? rounds;
    futures = newFutures === undefined ? futures : openOptions(newFutures, FUTURES);
    oversea = newOversea === undefined ? oversea : openOptions(newOversea).slice(0, MOST_OVERSEA);
  }

  await refresh();
  const refreshing = setInterval(() => void refresh(), REFRESH_MS);
  return {
    rounds() {
      const now = Date.now();
      return rounds.filter(
        ({ betStartMillis, betEndMillis }) => betStartMillis <= now && betEndMillis > now + SPARE_MS,
      );
    },
    futures: () => futures,
    oversea: () => oversea,
    close: () => clearInterval(refreshing),
  };
}

const openOptions = (list: readonly WireOption[], stocks?: readonly string[]): readonly Option[] =>
  list
    .filter(({ stock, isOpen, isStop, terms }) => {
      const isTraded = isOpen === 1 && isStop === 0 && terms.mode === 'NORMAL';
      return isTraded && (stocks?.includes(stock) ?? true);
    })
    .flatMap(({ id, stock, lastPrice, tickSize, precision }) =>
      lastPrice === null
        ? []
        : [{ id, stock, price: Number(lastPrice), tick: Number(tickSize), places: precision }],
    );

/** A price beside the newest one that the instrument can have. */
export function priceBeside({ price, tick, places }: Option, share: number): string {
  return (Math.round((price * (1 + share)) / tick) * tick).toFixed(places);
}
