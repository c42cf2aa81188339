// Copies that are open (picture 38): both entry prices, what each would bring now, and the way to close only mine.
import { directionOf, formatMean } from '@maru/client/format';
import { formatMoney, formatRoe } from '@maru/client/format-amount';
import { displayName } from '@maru/client/format-label';
import type { CopyPosition, WireFollow } from '@maru/contract/copytrade/wire';
import { toDecimal } from '@maru/engine/amount';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { profitText } from '../figures.ts';
import { type CopyProfit, useCopyProfits } from '../use-copy-profits.ts';
import type { Pairs } from '../use-pairs.ts';

const CloseCopySheet = lazy(async () => ({
  default: (await import('./close-copy-sheet.tsx')).CloseCopySheet,
}));

interface Props {
  readonly follow: WireFollow;
  readonly pairs: Pairs;
  readonly onClosed: () => void;
}

export function OpenCopies({ follow, pairs, onClosed }: Props) {
  const words = useWords(copytradeMineWords);
  const profits = useCopyProfits(follow.copies);
  const [closing, setClosing] = useState<number>();
  const chosen = follow.copies.find(({ futuresFollowerOrderId }) => futuresFollowerOrderId === closing);
  const instrument = chosen && pairs.find(chosen.futuresOptionId);
  return (
    <section className="copy-block" aria-labelledby="copy-open">
      <h2 id="copy-open" className="text-heading">
        {words.open} <span className="copy-block__count figure">{follow.copies.length}</span>
      </h2>
      <div className="copy-block__body">
        {follow.copies.length === 0 && <p className="text-caption">{words.noOpen}</p>}
        {follow.copies.map((copy) => (
          <CopyCard
            key={copy.futuresFollowerOrderId}
            copy={copy}
            precision={pairs.find(copy.futuresOptionId)?.precision ?? 2}
            now={profits.get(copy.futuresFollowerOrderId)}
            onClose={() => setClosing(copy.futuresFollowerOrderId)}
          />
        ))}
      </div>
      <Suspense>
        {chosen !== undefined && instrument !== undefined && (
          <CloseCopySheet
            key={chosen.futuresFollowerOrderId}
            copy={chosen}
            instrument={instrument}
            onClose={() => setClosing(undefined)}
            onClosed={() => {
              setClosing(undefined);
              onClosed();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

interface CardProps {
  readonly copy: CopyPosition;
  readonly precision: number;
  readonly now: CopyProfit | undefined;
  readonly onClose: () => void;
}

function CopyCard({ copy, precision, now, onClose }: CardProps) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { position } = copy;
  const name = displayName(copy.stock);
  const profit = now === undefined ? undefined : toDecimal(now.profit);
  return (
    <article className="copy-card" aria-label={name}>
      <div className="copy-card__head">
        <Badge tone={position.tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>
          {common.side[position.tradeType]}
        </Badge>
        <b className="text-strong">{name}</b>
        <span className="text-caption figure">
          {common.marginType[position.marginType]} {common.leverage(String(position.leverage))}
        </span>
        <span className={`copy-card__profit${toneClass(directionOf(profit))}`}>
          <b className="figure">{profitText(profit)}</b>{' '}
          <small className="figure">{formatRoe(now?.percent)}</small>
        </span>
      </div>
      <div className="copy-card__facts">
        <Fact name={words.myEntry}>{formatMean(position.entryPrice, precision)}</Fact>
        <Fact name={words.traderEntry}>{formatMean(copy.traderEntryPrice, precision)}</Fact>
        <Fact name={words.margin}>{formatMoney(copy.margin, 'USDT').figure}</Fact>
        <Button kind="tonal" size="small" label={words.closeOf(name)} onPress={onClose}>
          {words.closeMine}
        </Button>
      </div>
    </article>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <p>
    <span className="text-micro">{name}</span> <b className="figure">{children}</b>
  </p>
);
