// How much may be withdrawn, and where the rest of the wallet is: no amount is kept back without a reason that is shown.
import type { ReceivedReply } from '@maru/client/call';
import type { withdrawable } from '@maru/contract/cashier/calls';
import { toDecimal } from '@maru/engine/amount';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { AllButton } from '../request/all-button.tsx';
import { unitsOf } from '../request/use-amount.ts';
import './withdrawable-parts.css';

type Known = ReceivedReply<typeof withdrawable>;

const PARTS = ['free', 'reserved', 'bonus', 'held'] as const;

/** What is left for the amount itself when its fee is paid too, within the day's limit; a transfer has neither. */
function spendable({ withdrawable, fee, today }: Known, use: Use): string {
  if (use === 'transfer') return withdrawable;
  const left = unitsOf(withdrawable) - unitsOf(fee);
  const ofDay = today === null ? left : unitsOf(today.left);
  const most = left < ofDay ? left : ofDay;
  return most > 0n ? toDecimal(most) : '0';
}

type Use = 'withdraw' | 'transfer';

interface Props {
  readonly known: Known | undefined;
  readonly use: Use;
  readonly onAll: (all: string) => void;
}

export function WithdrawableParts({ known, use, onAll }: Props) {
  const words = useWords(cashierWords);
  const { money } = useMoneyText(known?.currency ?? 'KRW');
  const isLess =
    known !== undefined && (unitsOf(known.withdrawable) < unitsOf(known.free) || unitsOf(known.held) > 0n);
  return (
    <div className="withdrawable">
      <div className="withdrawable__line">
        <span className="text-lead">
          {words.mayLeave[use]}{' '}
          {known === undefined ? (
            <Skeleton width={96} height={16} />
          ) : (
            <b className="figure">{money(known.withdrawable)}</b>
          )}
        </span>
        <AllButton all={known && spendable(known, use)} onAll={onAll} />
      </div>
      {isLess && (
        <details className="withdrawable__why">
          <summary className="text-caption">{words.mayLeaveWhy[use]}</summary>
          <KeyValueList framed>
            {[...PARTS, ...(use === 'withdraw' ? (['fee'] as const) : [])]
              .filter((part) => part === 'free' || unitsOf(known[part]) > 0n)
              .map((part) => (
                <KeyValue key={part} name={words.parts[part]}>
                  {money(known[part])}
                </KeyValue>
              ))}
          </KeyValueList>
          {unitsOf(known.turnoverLeft) > 0n && (
            <p className="withdrawable__bonus text-caption">
              {words.turnoverLeft(money(known.turnoverLeft))}
            </p>
          )}
        </details>
      )}
    </div>
  );
}
