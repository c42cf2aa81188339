// An open position of the trader (picture 38b): its result at the mark, who joined and who missed it and why, and the
// two ways to close it, which close the copies with it.
import { directionOf, formatMean, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { CopiedBy } from '@maru/contract/copytrade/history';
import { termsOf } from '../../futures/account/engine-view.ts';
import { qtyTextOf } from '../../futures/account/unit-words.ts';
import { useMarks } from '../../futures/account/use-marks.ts';
import { positionFigures } from '../../futures/position/position-figures.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { countText, finePercent, profitText } from '../figures.ts';
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
  const quote = useMarks([position.stock]).get(position.stock);
  const mark = quote?.markPrice ?? instrument?.markPrice ?? undefined;
  const terms = instrument && termsOf(instrument);
  const pnl = terms && mark !== undefined ? positionFigures(position, terms, mark).pnl : undefined;
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
        <b className={`copy-card__profit lead-card__profit figure${toneClass(directionOf(pnl))}`}>
          {profitText(pnl)}
        </b>
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
          <b className="figure">{formatPrice(mark, precision)}</b>
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
        <b className="figure">{words.countOf(countText(joined), countText(followers))}</b>
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
          {[
            ...(waiting > 0 ? [words.waiting(countText(waiting))] : []),
            words.missed(countText(count)),
            ...reasons,
          ].join(' · ')}
        </span>
      </div>
    </div>
  );
}
