import type { Watched } from '@maru/client/store';
import type { WireTradeBet, WireTradeTerms } from '@maru/contract/binary/calls';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import type { ComponentType, ReactNode } from 'react';
import type { PacedQuote } from '../../market/prices/paced-quote.ts';
import type { Market } from '../bet/bet-view.ts';
import type { EntryShown, RentShown } from '../chart/round-chart.tsx';
import type { TickLine } from '../chart/tick-line.ts';
import type { RoundsNow } from '../rounds/rounds-at.ts';
import type { ResultBead } from './use-results.ts';

/** The input of everything above the dock, whichever type of round it is. */
export interface BoardProps {
  readonly offer: WireBinaryOption;
  readonly isGuest: boolean;
  readonly terms: WireTradeTerms;
  readonly rounds: RoundsNow;
  readonly now: number;
  readonly line: TickLine;
  /** The member's undecided bets, oldest first. */
  readonly bets: readonly WireTradeBet[];
  readonly market: Market;
  readonly results: readonly ResultBead[] | undefined;
  readonly paced: Watched<PacedQuote>;
  /** The other lengths of the game. */
  readonly lengths: ReactNode;
  /** The rules of the round in one line. */
  readonly rule: ReactNode;
  readonly onSeeBets: () => void;
  /** How the parts of the page are arranged; the phone's column by default. */
  readonly layout?: ComponentType<BoardLayoutProps> | undefined;
}

export interface BoardLayoutProps {
  readonly board: BoardProps;
  /** The price and the clock. */
  readonly figures: ReactNode;
  /** The text alternative of the chart. */
  readonly label: string;
  readonly shown: EntryShown | RentShown;
  /** The member's bets; a guest has none. */
  readonly bets: ReactNode;
  readonly isRuled: boolean;
}
