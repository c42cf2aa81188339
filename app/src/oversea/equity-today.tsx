// Under the equity: what today has brought so far, and how far the account is from its loss-cut.
import { formatRoe } from '@maru/client/format-amount';
import { dailyProfit } from '@maru/contract/oversea';
import { amount, divide, ONE, print, sum } from '@maru/engine/amount';
import { DAY_MS } from '@maru/engine/time';
import { type ReactNode, useEffect, useState } from 'react';
import { dateOf } from '../receipt/oversea-days.ts';
import { usePlatform } from '../shell/platform.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { useWords } from '../text/language.tsx';
import { overseaAccountWords } from '../text/oversea-account.ts';
import { equityRoom } from './equity-room.ts';
import { useMoneyWords } from './money-words.ts';
import { signOf } from './position-money.ts';
import { useOverseaAccount } from './use-oversea-account.ts';

interface Props {
  readonly currency: string;
  /** Stands here while there is nothing to say of today. */
  readonly otherwise: ReactNode;
}

/** What was closed on today's trade dates, after commission. */
function useTodaysProfit(): string | undefined {
  const { realtime, clock } = usePlatform();
  const [now] = useState(() => clock.now());
  // A trade date may be tomorrow's in Korea while its session runs.
  const { reply, reload } = useAnswer(dailyProfit, {
    startDate: dateOf(now),
    endDate: dateOf(now + DAY_MS),
    size: 100,
  });
  useEffect(
    () =>
      realtime.followQueue('oversea', {
        hear: ({ data }) => {
          if (data.fills.length > 0) reload();
        },
        resync: reload,
      }),
    [realtime, reload],
  );
  if (reply === undefined || reply.content.length === 0) return undefined;
  return print(sum(reply.content.map(({ net }) => amount(net))));
}

export function EquityToday({ currency, otherwise }: Props) {
  const words = useWords(overseaAccountWords);
  const { bare } = useMoneyWords(currency);
  const { cross, positions } = useOverseaAccount();
  const realised = useTodaysProfit();
  const open = positions.length > 0 ? cross?.lastPnl : undefined;
  if (realised === undefined && open === undefined) return otherwise;
  const today = amount(realised ?? '0') + amount(open ?? '0');
  const before = cross === undefined ? 0n : amount(cross.equity) - today;
  const share = before > 0n ? formatRoe(print(divide(today * 100n * ONE, before, 'down'))) : '';
  const room = cross && positions.length > 0 ? equityRoom(cross) : undefined;
  return (
    <>
      <span className="equity__practice equity__practice--line">
        {words.today}{' '}
        <span className={`figure--${signOf(print(today))}`}>
          <b className="equity__today figure">{bare(print(today))}</b> <span className="figure">{share}</span>
        </span>
      </span>
      {room && (
        <span className="equity__practice equity__practice--line">
          {words.lossCutRoom} <b className="figure">{room.room}%</b>
        </span>
      )}
    </>
  );
}
