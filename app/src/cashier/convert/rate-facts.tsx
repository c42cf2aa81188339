// The rate of a quote and what its spread costs, in money and before the tap.
import { formatDecimal } from '@maru/client/format';
import { divide, ONE } from '@maru/engine/amount';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { unitsOf } from '../request/use-amount.ts';
import { useCurrencyOf } from '../wallets/wallet-names.ts';
import './convert-screen.css';
import type { Quote } from './use-quote.ts';

/** `0.005` is `0.5%`. */
function percentOf(share: string): string {
  const thousandths = divide(unitsOf(share) * 100_000n, ONE, 'down');
  const text = `${thousandths / 1_000n}.${String(thousandths % 1_000n).padStart(3, '0')}`;
  return `${formatDecimal(text.replace(/\.?0+$/, ''))}%`;
}

interface Props {
  readonly quote: Quote | undefined;
  /** One is on its way. */
  readonly isAsking: boolean;
}

export function RateFacts({ quote, isAsking }: Props) {
  const words = useWords(cashierWords);
  const currencyOf = useCurrencyOf();
  const moneyIn = useMoneyTexts();
  if (quote === undefined)
    return (
      <div className="convert__facts" aria-hidden={isAsking || undefined}>
        <KeyValueList framed>
          <KeyValue name={words.rate}>{isAsking ? <Skeleton width={140} height={16} /> : '–'}</KeyValue>
        </KeyValueList>
      </div>
    );
  const { base, counter, rate } = quote.rateText;
  return (
    <div className="convert__facts">
      <KeyValueList framed>
        <KeyValue strong name={words.rate}>
          {words.rateIs({ base, counter: moneyIn(counter).money(rate) })}
        </KeyValue>
        <KeyValue strong name={words.spread(percentOf(quote.spread))}>
          {moneyIn(currencyOf(quote.fromWallet)).money(quote.spreadCost)}{' '}
          <span className="text-micro">{words.spreadIncluded}</span>
        </KeyValue>
      </KeyValueList>
    </div>
  );
}
