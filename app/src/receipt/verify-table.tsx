// The server's values beside those that this device computed, row by row.
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Icon } from '../ui/icons/icon.tsx';
import type { Check } from './verification.ts';
import './verify-table.css';

interface VerifyRow extends Check {
  readonly name: string;
}

/** Figures that a trader recognises come first, the hash last. */
const inOrder = (rows: readonly VerifyRow[]): readonly VerifyRow[] =>
  rows.toSorted((a, b) => Number(a.key === 'chain') - Number(b.key === 'chain'));

/** `1a2b … 9f0e` */
export const endsOf = (hash: string): string =>
  hash === '' ? '–' : `${hash.slice(0, 4)} … ${hash.slice(-4)}`;

export function VerifyTable({ rows }: { readonly rows: readonly VerifyRow[] }) {
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
          {inOrder(rows).map(({ key, name, server, device, isSame }) => (
            <tr key={key} className={isSame ? undefined : 'verify-table__different'}>
              <th scope="row">{name}</th>
              <td className="figure">{server}</td>
              <td className="figure">{device}</td>
              <td>
                <Icon name={isSame ? 'check' : 'close'} size={16} weight={2.4} />
                <span className="unseen">{isSame ? words.isSame : words.isDifferent}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
