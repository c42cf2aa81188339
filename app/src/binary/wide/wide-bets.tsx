// The member's bets on every offer: those in progress, and the decided ones behind a tab.
import { directionOf, formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatCountdown } from '@maru/client/format-time';
import { betList, dailySummary, type WireTradeBet } from '@maru/contract/binary/calls';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { amount, minus, toDecimal } from '@maru/engine/amount';
import { familyOf, ROUND_TYPES } from '@maru/engine/rounds/round';
import { koreanDay, millis } from '@maru/engine/time';
import { type ReactNode, useState } from 'react';
import { usePacedQuote } from '../../market/prices/live-price.tsx';
import { ROW_PACE_MS } from '../../market/prices/paced-quote.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { type PagesShown, usePages } from '../../receipt/use-pages.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { binaryWideWords } from '../../text/binary-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { betHistoryPatches, readAfterBets } from '../bet/bet-patches.ts';
import { directionOfBet, profitOfDecided, strikeOf } from '../bet/bet-view.ts';
import { gameLabel } from '../offers/game-label.ts';
import { numberInDay } from '../rounds/rounds-at.ts';
import type { BoardProps } from '../trade/board.ts';

interface Props {
  readonly board: BoardProps;
  readonly offers: readonly WireBinaryOption[];
}

type Shown = 'open' | 'past';

/** Balls are drawn on a page of their own. */
const PRICED = ROUND_TYPES.filter((type) => familyOf(type) !== 'BALL').join(',');
const QUERIES = {
  open: { typeStrs: PRICED, statusStrs: '0' },
  past: { typeStrs: PRICED, statusStrs: '1,2,3' },
} as const;

export function WideBets({ board, offers }: Props) {
  const words = useWords(binaryWords);
  const wideText = useWords(binaryWideWords);
  if (board.isGuest)
    return (
      <WidePanel label={wideText.bets} title={wideText.bets} className="binary-wide__bets">
        <p className="wide-panel__none text-caption">{words.guestLead}</p>
      </WidePanel>
    );
  return <MemberBets board={board} offers={offers} />;
}

function MemberBets({ board, offers }: Props) {
  const wideText = useWords(binaryWideWords);
  const [shown, setShown] = useState<Shown>('open');
  const open = useBets('open');
  return (
    <WidePanel label={wideText.bets} className="binary-wide__bets">
      <div className="binary-wide__tabs">
        <Tabs<Shown>
          id="wide-bets"
          label={wideText.bets}
          dense
          tabs={[
            { value: 'open', label: wideText.bets, count: open.items.length },
            { value: 'past', label: wideText.pastBets },
          ]}
          value={shown}
          onChange={setShown}
        />
        <TodayNet board={board} />
      </div>
      <TabPanel id="wide-bets" value={shown} className="wide-panel__scroller">
        {shown === 'open' ? (
          <BetTable pages={open} none={wideText.noOpenBets} board={board} offers={offers} />
        ) : (
          <PastBets board={board} offers={offers} />
        )}
      </TabPanel>
    </WidePanel>
  );
}

function TodayNet({ board: { terms, now } }: Pick<Props, 'board'>) {
  const wideText = useWords(binaryWideWords);
  const { signed } = useMoneyText(terms.currency);
  const date = String(koreanDay(millis(now)));
  const profit = useAnswer(dailySummary, { date }, readAfterBets()).reply?.mine?.profit;
  return (
    <span className="text-micro">
      {wideText.todayNet}{' '}
      <b className={`binary-wide__today figure${toneClass(directionOf(profit))}`}>{signed(profit)}</b>
    </span>
  );
}

const useBets = (shown: Shown): PagesShown<WireTradeBet> =>
  usePages<WireTradeBet, typeof betList>(betList, QUERIES[shown], betHistoryPatches);

function PastBets(props: Props) {
  const { noPastBets } = useWords(binaryWideWords);
  return <BetTable {...props} pages={useBets('past')} none={noPastBets} />;
}

interface TableProps extends Props {
  readonly pages: PagesShown<WireTradeBet>;
  readonly none: string;
}

function BetTable({ pages, none, board, offers }: TableProps) {
  const words = useWords(binaryWords);
  const wideText = useWords(binaryWideWords);
  if (pages.state === 'loading') return <SkeletonRows count={3} figures />;
  if (pages.state === 'failed')
    return <LoadFailed title={words.betsFailed} message={pages.message} onRetry={pages.reload} />;
  if (pages.items.length === 0) return <p className="wide-panel__none text-caption">{none}</p>;
  return (
    <table className="wide-table">
      <thead>
        <tr>
          <th scope="col">{wideText.rounds}</th>
          <th scope="col">{wideText.direction}</th>
          <th scope="col">{wideText.amount}</th>
          <th scope="col">{wideText.base}</th>
          <th scope="col">{wideText.nowOrClose}</th>
          <th scope="col">{wideText.state}</th>
          <th scope="col">{wideText.net}</th>
        </tr>
      </thead>
      <tbody>
        {pages.items.map((bet) => (
          <Row
            key={bet.id}
            bet={bet}
            board={board}
            precision={offers.find(({ id }) => id === bet.tradeOptionId)?.precision ?? 2}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly bet: WireTradeBet;
  readonly board: BoardProps;
  readonly precision: number;
}

function Row({ bet, board, precision }: RowProps) {
  const words = useWords(binaryWords);
  const { money } = useMoneyText(board.terms.currency);
  const direction = directionOfBet(bet);
  const name = (
    <>
      <b className="figure">{formatDecimal(String(numberInDay(bet.optionType, bet.openMillis)))}</b>{' '}
      <span className="text-caption">
        {readableCode(bet.stock)} {gameLabel(bet.optionType, words)}
      </span>
    </>
  );
  // The base of a bet on another offer is in the answer as soon as it is fixed.
  const isHere = bet.tradeOptionId === board.offer.id;
  const strike = bet.strikePrice ?? (isHere ? strikeOf(bet, board.market, board.now) : undefined);
  return (
    <tr>
      <td>
        {bet.status === 0 ? (
          name
        ) : (
          <Link to={`/wallet/history/${bet.id}`} className="binary-wide__receipt">
            {name}
          </Link>
        )}
      </td>
      <td>
        <Badge tone={direction}>
          <Triangle direction={direction} /> {words[direction]}
        </Badge>
      </td>
      <td className="figure">{money(bet.point)}</td>
      <td className="figure binary-wide__quiet">{formatPrice(strike, precision)}</td>
      <td className="figure">
        {bet.status === 0 ? (
          <Now stock={bet.stock} precision={precision} />
        ) : (
          formatPrice(bet.closePrice ?? undefined, precision)
        )}
      </td>
      <td>
        <State bet={bet} now={board.now} />
      </td>
      <td>
        <Net bet={bet} currency={board.terms.currency} />
      </td>
    </tr>
  );
}

/** A component of its own, so that a tick renders one figure. */
function Now({ stock, precision }: { readonly stock: string; readonly precision: number }) {
  const { quote } = useWatched(usePacedQuote(stock, ROW_PACE_MS));
  return formatPrice(quote?.lastPrice, precision);
}

function State({ bet, now }: { readonly bet: WireTradeBet; readonly now: number }): ReactNode {
  const words = useWords(binaryWords);
  if (bet.status !== 0) return <Badge>{words.status[bet.status]}</Badge>;
  if (now < bet.openMillis) return <Badge>{words.starting}</Badge>;
  return (
    <Badge tone="brass">
      {now < bet.closeMillis ? (
        <span className="figure">{formatCountdown(bet.closeMillis - now)}</span>
      ) : (
        words.judging
      )}
    </Badge>
  );
}

function Net({ bet, currency }: { readonly bet: WireTradeBet; readonly currency: string }): ReactNode {
  const wideText = useWords(binaryWideWords);
  const { signedFigure } = useMoneyText(currency);
  const decided = profitOfDecided(bet);
  if (decided !== undefined)
    return <b className={`figure${toneClass(directionOf(decided))}`}>{signedFigure(decided)}</b>;
  return (
    <span className="binary-wide__quiet">
      {wideText.netIfHit}{' '}
      <b className="binary-wide__if figure">
        {signedFigure(toDecimal(minus(amount(bet.payout), amount(bet.point))))}
      </b>
    </span>
  );
}
