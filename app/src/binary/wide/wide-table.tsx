// One binary offer on a wide screen (design 41c): all rounds at the left, the chart, the ticket, and below them the
// member's bets and the last results. The parts are those of the phone's page.
import { formatDecimal } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { lengthOf } from '@maru/engine/rounds/round';
import { SECOND_MS } from '@maru/engine/time';
import { createContext, type ReactNode, useContext } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { WideGrid, WideHead, WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { WideWallet } from '../../shell/layouts/wide-wallet.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { binaryWideWords } from '../../text/binary-wide.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { wideWords } from '../../text/wide.ts';
import { RoundChart } from '../chart/round-chart.tsx';
import { gameLabel } from '../offers/game-label.ts';
import type { BoardLayoutProps } from '../trade/board.ts';
import { EntryBoard } from '../trade/entry-board.tsx';
import { GuestDock } from '../trade/guest-dock.tsx';
import { RentBoard } from '../trade/rent-board.tsx';
import { TableDock } from '../trade/table-dock.tsx';
import { type TradeTableProps, useTradeTable } from '../trade/use-trade-table.tsx';
import { RoundsColumn } from './rounds-column.tsx';
import { StakeDetails } from './stake-details.tsx';
import { WideBets } from './wide-bets.tsx';
import { WideResults } from './wide-results.tsx';
import './wide-table.css';

const KEYS = { up: 'ArrowUp', down: 'ArrowDown' } as const;

interface Props extends TradeTableProps {
  readonly offers: readonly WireBinaryOption[];
  readonly base: string;
  /** Icon buttons beside the name. */
  readonly marks: ReactNode;
}

export function WideTable({ offers, base, marks, ...props }: Props) {
  const words = useWords(binaryWideWords);
  const { ticket } = useWords(wideWords);
  const { isRent, board, dock, lastSeconds, whySheet } = useTradeTable(props);
  const { offer, isGuest, terms, now, lengths, results } = board;
  const Board = isRent ? RentBoard : EntryBoard;
  return (
    <WideGrid className="binary-wide">
      {lastSeconds}
      {!isGuest && <BinaryWallet walletType={terms.walletType} />}
      <RoundsColumn offers={offers} currentId={offer.id} base={base} now={now} />
      <WidePanel label={words.chart} className="wide-panel--bare binary-wide__chart">
        <MarksContext value={marks}>
          <Board {...board} layout={WideBoard} />
        </MarksContext>
      </WidePanel>
      <WidePanel label={ticket} className="binary-wide__ticket">
        {lengths}
        {isGuest ? (
          <GuestDock />
        ) : (
          <>
            <TableDock {...dock} keys={KEYS} details={<StakeDetails board={board} stake={dock.stake} />} />
            <p className="binary-wide__note text-micro">
              {words.closedAfter(terms.cutOffMillis / SECOND_MS)}
            </p>
          </>
        )}
      </WidePanel>
      <WideBets board={board} offers={offers} />
      <WideResults offer={offer} results={results} />
      {whySheet}
    </WideGrid>
  );
}

const MarksContext = createContext<ReactNode>(null);

/** The board of a round without the dock's neighbours: they are panels of their own here. */
function WideBoard({ board, figures, label, shown, isRuled }: BoardLayoutProps) {
  const { language } = useLanguage();
  const words = useWords(binaryWords);
  const wideText = useWords(binaryWideWords);
  const { offer, line, rounds, rule } = board;
  const game = gameLabel(offer.type, words);
  return (
    <>
      <WideHead
        title={nameOf(offer, language)}
        detail={
          rounds.round === null ? game : wideText.roundLine(game, formatDecimal(String(rounds.round.no)))
        }
        mark={useContext(MarksContext)}
      >
        <div className="binary-wide__figures">{figures}</div>
      </WideHead>
      <RoundChart
        line={line}
        label={label}
        length={lengthOf(offer.type)}
        precision={offer.precision}
        shown={shown}
      />
      {isRuled && rule}
    </>
  );
}

function BinaryWallet({ walletType }: { readonly walletType: string }) {
  const words = useWords(binaryWords);
  const wallet = useWatched(usePlatform().wallets).reply?.[walletType];
  const { unit } = useMoneyText(wallet?.currency ?? 'KRW');
  if (wallet === undefined) return null;
  const { figure } = formatMoney(wallet.point, wallet.currency);
  return <WideWallet name={words.binaryGame} figure={figure} unit={unit} />;
}
