// An open position of the trader (picture 38b): what closing it now would bring after all costs, who joined and who
// missed it and why, and the two ways to close it, which close the copies with it.
import { directionOf, formatMean, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { CopiedBy } from '@maru/contract/copytrade/history';
import { toDecimal } from '@maru/engine/amount';
import { openProfit } from '@maru/engine/copytrade/loss-limit';
import { heldOf } from '../../futures/account/engine-view.ts';
import { qtyTextOf } from '../../futures/account/unit-words.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { countText, finePercent, profitText } from '../figures.ts';
import { usePriced } from '../use-copy-profits.ts';
import type { Pairs } from '../use-pairs.ts';
import './lead-card.css';
import type { OpenLead } from './use-own-trading.ts';

interface Props {
  readonly lead: OpenLead;
  readonly pairs: Pairs;
  readonly onClose: (part: 'half' | 'whole') => void;
}

export function LeadCard({ lead: { position, copied }, pairs, onClose }: Props) {
  const words = useWords(copytradeTradingWords);
  const common = useWords(copytradeWords);
  const instrument = pairs.find(position.futuresOptionId);
  const priced = usePriced([position.stock]).get(position.futuresOptionId);
  const held = heldOf(position);
  const net = priced && toDecimal(openProfit({ qty: held.qty }, held, priced));
  const name = displayName(position.stock);
  const precision = instrument?.precision ?? 2;
  return (
    <article className="copy-card" aria-label={name}>
      <div className="copy-card__head">
        <Badge tone={position.tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>
          {common.side[position.tradeType]}
        </Badge>
        <b className="text-heading">{name}</b>
        <span className="text-caption figure">
          {common.marginType[position.marginType]} {common.leverage(String(position.leverage))}
        </span>
        <span className="lead-card__profit">
          <b className={`figure${toneClass(directionOf(net))}`}>{profitText(net)}</b>{' '}
          <small className="text-micro">{words.afterCosts}</small>
        </span>
      </div>
      <div className="copy-card__facts">
        <p>
          <span className="text-micro">{words.qty}</span>{' '}
          <b className="figure">{qtyTextOf(position.qty, instrument)}</b>
        </p>
        <p>
          <span className="text-micro">{words.entry}</span>{' '}
          <b className="figure">{formatMean(position.entryPrice, precision)}</b>
        </p>
        <p>
          <span className="text-micro">{words.mark}</span>{' '}
          <b className="figure">{formatPrice(priced && toDecimal(priced.quote.mark), precision)}</b>
        </p>
      </div>
      <CopiedStrip copied={copied} />
      <div className="copy-pair lead-card__ways">
        <Button kind="tonal" size="medium" label={words.halfOf(name)} onPress={() => onClose('half')}>
          {words.half}
        </Button>
        <Button kind="tonal" size="medium" label={words.wholeOf(name)} onPress={() => onClose('whole')}>
          {words.whole}
        </Button>
      </div>
    </article>
  );
}

/** One mark for each follower, and no more than can be told apart. */
const MOST_MARKS = 40;

function CopiedStrip({ copied }: { readonly copied: CopiedBy }) {
  const words = useWords(copytradeTradingWords);
  const { followers, joined, waiting, averageSlippage, missed } = copied;
  const marks = Math.min(followers, MOST_MARKS);
  const filled = followers === 0 ? 0 : Math.round((marks * joined) / followers);
  const count = missed.reduce((sum, each) => sum + each.count, 0);
  const reasons = missed.map(({ reason, count: many }) =>
    words.reasonCount(words.reasons[reason], countText(many)),
  );
  return (
    <div className="copied-strip">
      <div className="copied-strip__line text-note">
        <span>{words.joined}</span>{' '}
        <span className="copied-strip__joined figure">
          {followers === 0 ? words.nobody : words.countOf(countText(joined), countText(followers))}
        </span>
      </div>
      {marks > 0 && (
        <div
          className="copied-strip__marks"
          role="img"
          aria-label={words.strip(countText(joined), countText(followers))}
        >
          {Array.from({ length: marks }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the marks are alike, only their number changes.
            <i key={place} className={place < filled ? undefined : 'copied-strip__absent'} />
          ))}
        </div>
      )}
      <div className="copied-strip__line text-micro">
        <span>
          {words.slippage} <b className="figure">{finePercent(averageSlippage)}</b>
        </span>{' '}
        <span className="copied-strip__missed figure">
          {waiting > 0 && `${words.waiting(countText(waiting))} · `}
          {words.missed} <b>{words.leads(countText(count))}</b>
          {reasons.map((reason) => ` · ${reason}`).join('')}
        </span>
      </div>
    </div>
  );
}
