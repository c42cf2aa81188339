import { formatDecimal, formatPrice } from '@maru/client/format';
import type { Receipt } from '@maru/contract/binary-receipt';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Icon } from '../ui/icon.tsx';
import { type ReceiptWords, resultLabel } from './bet-words.ts';
import type { Check, Reason } from './recompute.ts';
import './verify-table.css';

interface Props {
  readonly receipt: Receipt;
  readonly checks: readonly Check[];
}

/** What the round is called is no figure of its own; it is shown only where it is wrong. */
const shownAlways = ({ key, isSame, server, device }: Check): boolean =>
  !isSame || (!['round', 'reason'].includes(key) && `${server}${device}` !== '');

/** Figures that one knows come first, the hash last. */
const inOrder = (checks: readonly Check[]): readonly Check[] =>
  checks.toSorted((a, b) => Number(a.key === 'chain') - Number(b.key === 'chain'));

export function VerifyTable({ receipt, checks }: Props) {
  const words = useWords(receiptWords);
  return (
    <div className="verify-table__frame">
      <table className="verify-table">
        <caption className="unseen">{words.compareLabel}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.server}</th>
            <th scope="col">{words.device}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {inOrder(checks.filter(shownAlways)).map((check) => (
            <tr key={check.key} className={check.isSame ? undefined : 'verify-table__different'}>
              <th scope="row">{words.checks[check.key]}</th>
              <td className="figure">{shownValue(check.key, check.server, receipt, words)}</td>
              <td className="figure">{shownValue(check.key, check.device, receipt, words)}</td>
              <td>
                <Icon name={check.isSame ? 'check' : 'close'} size={16} weight={2.4} />
                <span className="unseen">{check.isSame ? words.isSame : words.isDifferent}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ends = (hash: string): string => (hash === '' ? '–' : `${hash.slice(0, 4)} … ${hash.slice(-4)}`);

function shownValue(key: Check['key'], value: string, { round }: Receipt, words: ReceiptWords): string {
  switch (key) {
    case 'entry':
    case 'exit':
      return value === '' ? '–' : formatPrice(value, round.precision);
    case 'chain':
    case 'commit':
      return ends(value);
    case 'result':
      return resultLabel(Number(value) as 0 | 1 | 2 | 3, words);
    case 'reason':
      return value === '' ? '–' : words.reasons[value as Reason];
    case 'salt':
      return value.split(':')[1] ?? '–';
    case 'round':
    case 'tickCount':
    case 'credit':
      return formatDecimal(value);
    case 'balls':
      return value;
  }
}
