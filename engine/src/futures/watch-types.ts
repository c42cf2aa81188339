import type { FillFuturesOrder, LiquidateFutures, TrailFuturesOrder, WarnFutures } from './commands.ts';
import type { FuturesAccount, FuturesOrder, FuturesPosition } from './state.ts';
import type { FuturesTerms, Quote } from './terms.ts';

/** WARNED: no other warning before the ratio has been below that of `REARM_RATIO` (docs/rules.md 3.12). */
export type Phase = 'SAFE' | 'WARNED';

export type FuturesWatchCommand = FillFuturesOrder | TrailFuturesOrder | LiquidateFutures | WarnFutures;

export interface FuturesWatchTypes {
  readonly order: FuturesOrder;
  readonly position: FuturesPosition;
  readonly account: FuturesAccount;
  readonly terms: FuturesTerms;
  readonly quote: Quote;
  readonly command: FuturesWatchCommand;
  readonly note: Phase;
}
