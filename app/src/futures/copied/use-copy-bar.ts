// What copy trading closes to this member in one instrument (docs/rules.md 5.5): said where it is met, not only by the
// refusal of an order.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import type { OrderSide } from '@maru/engine/futures/terms';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { type MyFollows, useMyFollows, useMyTrader } from './use-my-copy.ts';

export type CopyBar =
  /** Positions are closed in the copy tab alone, and there are no exits and no opposing orders. */
  | 'TRADER'
  /** A copy is open here: everything is done in the copy tab. */
  | 'FOLLOWER'
  /** A copy that is mirrored no more: nothing is barred, but nobody closes it. */
  | 'DETACHED';

/** A position has both. */
interface CopyPlace {
  readonly futuresOptionId: number;
  readonly walletType: string;
}

const barOf = (
  { futuresOptionId, walletType }: CopyPlace,
  { current }: Pick<MyFollows, 'current'>,
  isTrader: boolean,
): CopyBar | undefined => {
  if (walletType !== COPY_WALLET) return undefined;
  if (isTrader) return 'TRADER';
  if (current?.copies.some((copy) => copy.futuresOptionId === futuresOptionId) !== true) return undefined;
  return current.state === 'ACTIVE' ? 'FOLLOWER' : 'DETACHED';
};

/** For lists of positions of many instruments. */
export function useCopyBars(): (place: CopyPlace) => CopyBar | undefined {
  const follows = useMyFollows();
  const isTrader = useMyTrader().reply?.trader?.status === 'ACTIVE';
  return (place) => barOf(place, follows, isTrader);
}

type Instrument = Pick<WireFuturesOption, 'id' | 'terms'>;

export function useCopyBar({ id, terms }: Instrument): CopyBar | undefined {
  const place = useCopyBars();
  return terms === null ? undefined : place({ futuresOptionId: id, walletType: terms.walletType });
}

/** Whether positions are closed, and exits placed, in the copy tab alone. */
export const isClosedHere = (bar: CopyBar | undefined): bar is 'TRADER' | 'FOLLOWER' =>
  bar === 'TRADER' || bar === 'FOLLOWER';

/** The sides on which nothing can be ordered here: of a trader the one that would oppose what is held or waits. */
export function useClosedSides(instrument: Instrument): ReadonlySet<OrderSide> {
  const bar = useCopyBar(instrument);
  const { positions, orders } = useFuturesAccount();
  if (bar === 'FOLLOWER') return new Set(['LONG', 'SHORT']);
  if (bar !== 'TRADER') return new Set();
  const own = [...positions, ...orders].filter(({ futuresOptionId }) => futuresOptionId === instrument.id);
  return new Set(own.map(({ tradeType }) => (tradeType === 'LONG' ? 'SHORT' : 'LONG')));
}

/** The copy tab of who is barred. */
export const copyTabOf = (bar: CopyBar): string =>
  bar === 'TRADER' ? '/copytrade/trading' : '/copytrade/mine';
