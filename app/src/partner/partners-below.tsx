// Everybody below with their rates by product, and what they earned in the period.
import { formatDecimal } from '@maru/client/format';
import type { Range } from '../receipt/history-range.ts';
import { useMoneyTexts } from '../shell/money-text.ts';
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { Note } from '../ui/states/note.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import './partners-below.css';
import { type Dashboard, type Node, peopleText, percentOf } from './rate-text.ts';
import { useProductName } from './use-product-name.ts';

interface Props {
  readonly dashboard: Dashboard;
  readonly range: Range;
}

/** What is given; of nothing at all it is said that it is nothing. */
function shownRates({ rates }: Node): Node['rates'] {
  const given = rates.filter(({ rate }) => Number(rate) !== 0);
  return given.length === 0 ? rates.slice(0, 1) : given;
}

export function PartnersBelow({ dashboard: { tree, hasMoreNodes }, range }: Props) {
  const words = useWords(partnerWords);
  const moneyOf = useMoneyTexts();
  const productName = useProductName();
  const [self, ...below] = tree;
  if (self === undefined || below.length === 0)
    return <StatePanel kind="empty" title={words.noneBelow} sentence={words.noneBelowLead} />;
  return (
    <section className="partners-below" aria-label={words.tabs.below}>
      <ul>
        {below.map((node) => (
          <li key={node.id} className="partners-below__row">
            <div className="partners-below__head">
              <b className="text-cut">
                {node.name} <small className="figure">{node.code}</small>
              </b>
              <span className="text-micro">{words.levels[node.level]}</span>
            </div>
            <dl>
              <div>
                <dt>{words.members}</dt>
                <dd className="figure">{peopleText(node.members, words)}</dd>
              </div>
              {shownRates(node).map(({ product, base, rate }) => (
                <div key={product}>
                  <dt>
                    {productName(product)} {words.base[base]}
                  </dt>
                  <dd className="figure">{words.percent(formatDecimal(percentOf(rate)))}</dd>
                </div>
              ))}
              {node.amounts.map(({ currency, amount }) => (
                <div key={currency}>
                  <dt>{words.sumOf[range.kind]}</dt>
                  <dd className="figure">{moneyOf(currency).money(amount)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {hasMoreNodes && <Note>{words.moreNodes(String(below.length))}</Note>}
    </section>
  );
}
