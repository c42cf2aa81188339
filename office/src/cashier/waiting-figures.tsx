// How much waits at the cashier, since when, and what came in today.
import type { ReceivedReply } from '@maru/client/call';
import type { dnwFigures } from '@maru/contract/cashier/queue';
import { Figure, Figures } from '../parts/facts.tsx';
import { spanOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { words } from '../text/cashier.ts';

export function WaitingFigures({
  data,
  now,
}: {
  readonly data: ReceivedReply<typeof dnwFigures> | undefined;
  readonly now: number;
}) {
  if (data === undefined) return null;
  const { deposits, withdrawals, oldestMillis, targetMs, todayIn, todayOut } = data;
  const net = Number(todayIn) - Number(todayOut);
  const isLate = oldestMillis !== null && now - oldestMillis >= targetMs;
  const won = (text: string) => `${moneyOf(text.split('.')[0] ?? '0')}${words.won}`;
  return (
    <Figures>
      <Figure
        label={words.figures.deposits}
        value={words.figures.count(deposits.count)}
        aside={won(deposits.won)}
      />
      <Figure
        label={words.figures.withdrawals}
        value={words.figures.count(withdrawals.count)}
        aside={won(withdrawals.won)}
      />
      <Figure
        label={words.figures.oldest}
        value={oldestMillis === null ? words.figures.nothing : spanOf(now - oldestMillis)}
        tone={isLate ? 'warn' : 'plain'}
        aside={words.figures.target(spanOf(targetMs))}
      />
      <Figure label={words.figures.net} value={`${net > 0 ? '+' : ''}${won(String(Math.trunc(net)))}`} />
    </Figures>
  );
}
