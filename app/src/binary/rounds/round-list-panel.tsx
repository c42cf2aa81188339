// The finished rounds of one offer, newest first.

import { formatDecimal } from '@maru/client/format';
import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import { roundList, type WireTradeRound } from '@maru/contract/binary/calls';
import { useState } from 'react';
import { DrawnBalls } from '../../bitball/receipt/ball.tsx';
import { PagedList } from '../../receipt/paged-list.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';
import { FullScreenPanel } from '../../ui/overlays/full-screen-panel.tsx';
import { ListRow, SectionTitle } from '../../ui/rows/list-row.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { RoundDay, RoundFilter, type RoundStatus } from './round-day.tsx';
import './round-list-panel.css';
import { usePages } from '../../receipt/use-pages.ts';

interface Props {
  readonly open: boolean;
  readonly tradeOptionId: number;
  readonly title?: string;
  readonly onClose: () => void;
  /** A draw is neither up nor down. */
  readonly isBall?: boolean;
  /** Without it rows cannot be opened. */
  readonly onChoose?: ((round: WireTradeRound) => void) | undefined;
}

export function RoundListPanel({ open, tradeOptionId, title, isBall = false, onClose, onChoose }: Props) {
  const words = useWords(receiptWords);
  return (
    <FullScreenPanel open={open} onClose={onClose} title={title ?? words.roundList} closeLabel={words.close}>
      {open && <Rounds tradeOptionId={tradeOptionId} isBall={isBall} onChoose={onChoose} />}
    </FullScreenPanel>
  );
}

/** The results of the day, a filter, and every finished round. */
export function Rounds({
  tradeOptionId,
  isBall = false,
  onChoose,
}: Pick<Props, 'tradeOptionId' | 'isBall' | 'onChoose'>) {
  const [status, setStatus] = useState<RoundStatus>();
  return (
    <>
      <RoundDay tradeOptionId={tradeOptionId} isBall={isBall} />
      {!isBall && <RoundFilter status={status} onChange={setStatus} />}
      <RoundList
        tradeOptionId={tradeOptionId}
        status={status}
        onClear={() => setStatus(undefined)}
        onChoose={onChoose}
      />
    </>
  );
}

interface ListProps extends Pick<Props, 'tradeOptionId' | 'onChoose'> {
  readonly status: RoundStatus | undefined;
  readonly onClear: () => void;
}

function RoundList({ tradeOptionId, status, onClear, onChoose }: ListProps) {
  const { language } = useLanguage();
  const words = useWords(receiptWords);
  const pages = usePages<WireTradeRound, typeof roundList>(roundList, {
    tradeOptionId,
    ...(status === undefined ? {} : { statusStrs: status }),
  });
  const empty =
    status === undefined ? (
      <StatePanel kind="empty" title={words.roundListEmpty} sentence={words.roundListEmptyLead} />
    ) : (
      <StatePanel
        kind="empty"
        title={words.roundListEmptyFiltered}
        action={{ label: words.clearFilters, onPress: onClear }}
      />
    );
  return (
    <PagedList
      pages={pages}
      skeleton={{ count: 10, height: 60 }}
      failedTitle={words.roundListFailed}
      empty={empty}
      spacing="panel"
    >
      {pages.items.map((round, index) => {
        const before = pages.items[index - 1];
        const isNewDay = before === undefined || !isSameDay(before.openMillis, round.openMillis);
        return (
          <div key={round.id}>
            {isNewDay && <SectionTitle>{formatDay(round.openMillis, language)}</SectionTitle>}
            <ListRow
              height={60}
              title={words.round(formatDecimal(String(round.no)))}
              mark={<Result round={round} />}
              meta={<Meta round={round} />}
              end={<Facts round={round} />}
              chevron={onChoose !== undefined}
              onPress={onChoose && (() => onChoose(round))}
            />
          </div>
        );
      })}
    </PagedList>
  );
}

/** Six balls leave no room for a badge, so their sum is beside the time. */
function Meta({ round }: { readonly round: WireTradeRound }) {
  const words = useWords(receiptWords);
  const sum = round.ball?.sum;
  return (
    <span className="figure">
      {formatClock(round.closeMillis)}
      {typeof sum === 'number' && ` · ${words.sumIs(String(sum))}`}
    </span>
  );
}

function Result({ round }: { readonly round: WireTradeRound }) {
  const words = useWords(receiptWords);
  if (round.status === 3) return <Badge>{words.voided}</Badge>;
  if (round.status === 0) return <Badge tone="brass">{words.waiting}</Badge>;
  if (round.ball) return null;
  const isUp = round.status === 1;
  return (
    <Badge tone={isUp ? 'up' : 'down'}>
      <Triangle direction={isUp ? 'up' : 'down'} />
      {isUp ? words.up : words.down}
    </Badge>
  );
}

function Facts({ round }: { readonly round: WireTradeRound }) {
  const words = useWords(receiptWords);
  const { ball, openPrice, closePrice } = round;
  if (ball?.balls)
    return (
      <span className="round-list__balls">
        <DrawnBalls balls={ball.balls} power={ball.powerBall} />
      </span>
    );
  if (openPrice === null || closePrice === null) return null;
  return (
    <span className="text-note figure">
      {words.fromTo(formatDecimal(openPrice), formatDecimal(closePrice))}
    </span>
  );
}
