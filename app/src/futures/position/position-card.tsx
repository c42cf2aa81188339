// An open position (design 06b): its result at the mark, six facts, how far its liquidation is, and what can be done.
import { directionOf, formatMean, formatPrice, MISSING } from '@maru/client/format';
import { formatCoinProfit, formatMoney, formatRoe } from '@maru/client/format-amount';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import type { Rate } from '@maru/engine/amount';
import type { ReactNode } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { WhyValue } from '../../receipt/why-value.tsx';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { qtyTextOf, walletCurrency } from '../account/unit-words.ts';
import { type Holding, isAtRisk } from '../account/use-holdings.ts';
import { CloseInCopyTab, CopyBarText } from '../copied/copy-banner.tsx';
import { type CopyBar, isClosedHere } from '../copied/use-copy-bar.ts';
import './position-card.css';
import { shownDistance } from './shown-distance.ts';

export type WhyKind = 'liquidation' | 'margin' | 'pnl';

interface Props {
  readonly holding: Holding;
  /** Copy trading closes exits, margin and closing to this member here. */
  readonly bar?: CopyBar | undefined;
  readonly onTpsl: () => void;
  readonly onMargin: () => void;
  readonly onClose: () => void;
  readonly onMore: () => void;
  readonly onWhy: (kind: WhyKind) => void;
}

export function PositionCard({ holding, bar, onTpsl, onMargin, onClose, onMore, onWhy }: Props) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const isBarred = isClosedHere(bar);
  const { position, instrument, now } = holding;
  const { tradeType, marginType, leverage, stock } = position;
  const name = displayName(stock);
  const precision = instrument?.precision ?? 2;
  const currency = walletCurrency(instrument);
  const isNear = isAtRisk(holding);
  const setting = `${trade.marginType[marginType]} ${trade.leverage(String(leverage))}`;
  const liquidation = now?.liquidation === undefined ? words.never : formatPrice(now.liquidation, precision);
  const why = (kind: WhyKind, shown: string) =>
    now === undefined ? (
      shown
    ) : (
      <WhyValue label={words.whyOf(words.why[kind], shown)} onPress={() => onWhy(kind)}>
        {shown}
      </WhyValue>
    );
  return (
    <section
      className={isNear ? 'futures-position futures-position--near' : 'futures-position'}
      aria-label={words.positionOf(name)}
    >
      <div className="futures-position__head">
        <Badge tone={tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>{trade.shortSide[tradeType]}</Badge>
        <b className="text-strong">{name}</b>
        <span className="text-caption figure">{setting}</span>
        {!isBarred && <IconButton icon="dots" size={20} quiet label={words.moreOf(name)} onPress={onMore} />}
      </div>
      <div className="futures-position__result">
        <Fact name={words.unrealised(currency)}>
          <b className={`futures-position__figure${toneClass(directionOf(now?.pnl))}`}>
            {why('pnl', formatCoinProfit(now?.pnl))}
          </b>
        </Fact>
        <Fact name={words.roe}>
          <b className={`futures-position__figure${toneClass(directionOf(now?.roe))}`}>
            {formatRoe(now?.roe)}
          </b>
        </Fact>
      </div>
      <div className="futures-position__facts">
        <Fact name={words.qty}>{qtyTextOf(position.qty, instrument)}</Fact>
        <Fact name={words.entry}>{formatMean(position.entryPrice, precision)}</Fact>
        <Fact name={words.mark}>{formatPrice(now?.mark, precision)}</Fact>
        <Fact name={words.margin}>{why('margin', formatMoney(now?.margin, currency).figure)}</Fact>
        <Fact name={words.exits}>{exitsText(holding.exits, precision)}</Fact>
        <Fact name={words.liquidation} tone={isNear ? 'near' : 'level'}>
          {now?.liquidation === undefined ? liquidation : why('liquidation', liquidation)}
        </Fact>
      </div>
      <Distance distance={now?.distance} isNear={isNear} />
      {isBarred ? (
        <div className="futures-position__barred text-caption">
          <CopyBarText bar={bar} />
          {/* A trader may still give margin to a position. */}
          {bar === 'TRADER' && (
            <Button kind="tonal" size="medium" onPress={onMargin}>
              {words.margin}
            </Button>
          )}
          <CloseInCopyTab bar={bar} size="medium" />
        </div>
      ) : (
        <div className="futures-position__actions">
          <Button kind="tonal" size="medium" onPress={onTpsl}>
            {words.tpsl}
          </Button>
          <Button kind="tonal" size="medium" onPress={onMargin}>
            {words.margin}
          </Button>
          <Button kind={isNear ? 'primary' : 'tonal'} size="medium" onPress={onClose}>
            {words.close}
          </Button>
        </div>
      )}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly tone?: 'near' | 'level';
  readonly children: ReactNode;
}

const Fact = ({ name, tone, children }: FactProps) => (
  <p className="futures-position__fact">
    <span className="text-micro">{name}</span>
    <span className={tone ? `figure futures-position__${tone}` : 'figure'}>{children}</span>
  </p>
);

/** Those of the whole position: exits of parts are listed in the sheet. */
function exitsText(exits: readonly WireFuturesOrder[], precision: number): string {
  const priceOf = (type: WireFuturesOrder['marketType']) => {
    const exit = exits.find(({ marketType, qty }) => marketType === type && qty === null);
    return exit ? formatPrice(exit.stopPrice ?? undefined, precision) : MISSING;
  };
  return `${priceOf('TAKEPROFIT')} / ${priceOf('STOPLOSS')}`;
}

function Distance({ distance, isNear }: { readonly distance: Rate | undefined; readonly isNear: boolean }) {
  const words = useWords(futuresPositionWords);
  if (distance === undefined) return null;
  const { share, text } = shownDistance(distance);
  return (
    <div className={isNear ? 'futures-distance futures-distance--near' : 'futures-distance'}>
      <span className="futures-distance__track" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span className="text-caption figure">{isNear ? words.near(text) : words.distance(text)}</span>
    </div>
  );
}
