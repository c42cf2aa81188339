// The member's newest bets on this offer in every state; a tap on one explains its result.

import { directionOf } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import { myRecentBets, type WireTradeBet } from '@maru/contract/binary/calls';
import { useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { directionOfBet, profitOfDecided } from './bet-view.ts';
import { WhyResultSheet } from './why-sheet.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSeeRounds: () => void;
  readonly tradeOptionId: number;
  readonly currency: string;
  readonly precision: number;
}

export function BetsSheet({ open, onClose, onSeeRounds, tradeOptionId, currency, precision }: Props) {
  const words = useWords(binaryWords);
  const [asked, setAsked] = useState<WireTradeBet>();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <BottomSheet
        open={open}
        onClose={onClose}
        title={words.betsTitle}
        closeLabel={words.close}
        action={
          <>
            <Button kind="tonal" onPress={onSeeRounds}>
              {words.seeRounds}
            </Button>
            <Link to="/wallet/history?product=binary" className={buttonClass({ kind: 'tonal' })}>
              {words.seeHistory}
            </Link>
          </>
        }
        bleeds
      >
        {open && (
          <Bets
            tradeOptionId={tradeOptionId}
            currency={currency}
            onAsk={(bet) => {
              setAsked(bet);
              setAsking(true);
            }}
          />
        )}
      </BottomSheet>
      <WhyResultSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        bet={asked}
        currency={currency}
        precision={precision}
      />
    </>
  );
}

interface BetsProps extends Pick<Props, 'tradeOptionId' | 'currency'> {
  readonly onAsk: (bet: WireTradeBet) => void;
}

function Bets({ tradeOptionId, currency, onAsk }: BetsProps) {
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyText(currency);
  const { state, reply, message, reload } = useAnswer(myRecentBets, { tradeOptionId });
  if (state === 'failed') return <LoadFailed title={words.betsFailed} message={message} onRetry={reload} />;
  if (state === 'loading') return <SkeletonRows count={5} height={64} />;
  if (reply.length === 0)
    return <StatePanel kind="empty" title={words.betsEmpty} sentence={words.betsEmptyLead} />;
  return (
    <ul aria-label={words.betsTitle}>
      {reply.map((bet) => {
        const direction = directionOfBet(bet);
        const profit = profitOfDecided(bet);
        const status = words.status[bet.status];
        const [value, sub] =
          profit === undefined ? [status, `${words.ifHit} ${money(bet.payout)}`] : [signed(profit), status];
        return (
          <li key={bet.id}>
            <ListRow
              tile={
                <Tile tone={direction}>
                  <Triangle direction={direction} size={12} />
                </Tile>
              }
              title={`${words[direction]} ${money(bet.point)}`}
              meta={<span className="figure">{formatTimeOfDay(bet.createdMillis)}</span>}
              value={profit === undefined ? <Badge tone="brass">{value}</Badge> : value}
              sub={sub}
              direction={profit === undefined ? 'flat' : directionOf(profit)}
              chevron
              onPress={() => onAsk(bet)}
            />
          </li>
        );
      })}
    </ul>
  );
}
