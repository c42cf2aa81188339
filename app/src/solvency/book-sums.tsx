// All purses together, now, in each currency: what members are owed, what is the house's own, and where it came from.
import { formatSignedDecimal } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { solvencySums, type WireSolvencySums } from '@maru/contract/solvency/calls';
import { storedUnits, toDecimal } from '@maru/engine/amount';
import { type HouseRole, houseRoleOf } from '@maru/engine/solvency/statement';
import { MINUTE_MS } from '@maru/engine/time';
import { useEvery } from '../market/prices/use-every.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useMoneyText } from '../shell/money-text.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { solvencyWords } from '../text/solvency.ts';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import './book-sums.css';

export function BookSums() {
  const words = useWords(solvencyWords);
  const { state, reply, message, reload } = useAnswer(solvencySums, {});
  useEvery(MINUTE_MS, reload);
  if (state === 'failed') return <LoadFailed title={words.sumsFailed} message={message} onRetry={reload} />;
  if (reply === undefined)
    return (
      <section className="solvency__block" role="status" aria-label={words.loading}>
        <Skeleton width="100%" height={180} radius={16} />
      </section>
    );
  const isZero = reply.totals.every(({ total }) => storedUnits(total) === 0n);
  return (
    <section className="solvency__block">
      <h2 className={isZero ? 'text-title3' : 'text-title3 book-sums__wrong'}>
        {isZero ? words.sumsTitle : words.sumsWrong}
      </h2>
      <p className="solvency__lead text-caption">{words.sumsLead(formatClock(reply.atMillis))}</p>
      {reply.sums
        .toSorted((a, b) => Number(b.currency === 'KRW') - Number(a.currency === 'KRW'))
        .map(({ currency }) => (
          <CurrencySums key={currency} currency={currency} counted={reply} />
        ))}
    </section>
  );
}

function CurrencySums({
  currency,
  counted,
}: {
  readonly currency: string;
  readonly counted: WireSolvencySums;
}) {
  const words = useWords(solvencyWords);
  const { unit } = useMoneyText(currency);
  const isPractice = useWatched(usePlatform().site)?.moneyMode === 'PRACTICE';
  const sums = counted.sums.find((each) => each.currency === currency);
  const houseOf = (role: HouseRole) =>
    counted.house
      .filter((purse) => purse.currency === currency && houseRoleOf(purse.purpose) === role)
      .reduce((total, { balance }) => total + (storedUnits(balance) ?? 0n), 0n);
  const owed = (storedUnits(sums?.owed ?? '0') ?? 0n) + houseOf('KEPT');
  const owing = storedUnits(sums?.owing ?? '0') ?? 0n;
  const own = houseOf('OWN');
  const total = owed - owing + own + houseOf('OUTSIDE');
  // With all places, so that they can be added up by hand.
  const text = (units: bigint) => `${formatSignedDecimal(toDecimal(units))}${unit}`;
  return (
    <div className="book-sums">
      <KeyValueList framed>
        <KeyValue name={words.owed} strong>
          {text(owed)}
        </KeyValue>
        {owing !== 0n && (
          <KeyValue name={words.owing} strong>
            {text(-owing)}
          </KeyValue>
        )}
        <KeyValue name={words.own} strong>
          {text(own)}
        </KeyValue>
        <KeyValue name={isPractice ? words.practiceSource : words.outside} strong>
          {text(houseOf('OUTSIDE'))}
        </KeyValue>
        <KeyValue name={words.total} strong>
          <span className={total === 0n ? 'book-sums__total' : 'book-sums__total book-sums__wrong'}>
            {text(total)}
          </span>
        </KeyValue>
      </KeyValueList>
    </div>
  );
}
