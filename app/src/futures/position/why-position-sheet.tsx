// Why a figure of a position is what it is (design 31b): one sentence, the formula in words and in figures, its inputs,
// and what more margin would change.
import { formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatCoinProfit, formatMoney } from '@maru/client/format-amount';
import { type Price, toDecimal } from '@maru/engine/amount';
import { netIfClosed } from '@maru/engine/futures/net-profit';
import { isolatedBalance, markPosition } from '@maru/engine/futures/standing';
import { isInverse, isIsolated, toMoney, UNIT, valueAtEntry } from '@maru/engine/futures/value';
import { WhyFormula, WhyFraction } from '../../receipt/why-formula.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { heldOf } from '../account/engine-view.ts';
import { feePercent, walletCurrency } from '../account/unit-words.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import type { WhyKind } from './position-card.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionAround } from './use-position-around.ts';
import { WhyLiquidation } from './why-liquidation.tsx';
import './why-position-sheet.css';

interface Props extends Omit<PositionSheetProps, 'open'> {
  /** Undefined closes it. */
  readonly kind: WhyKind | undefined;
  readonly onMargin: () => void;
}

export function WhyPositionSheet({ kind, ...props }: Props) {
  const words = useWords(futuresPositionWords);
  const shown = shownOf(kind, props);
  return (
    <BottomSheet
      open={kind !== undefined}
      onClose={props.onClose}
      title={<WhyTitle figure={shown} isRisk={kind === 'liquidation'} />}
      closeLabel={words.dismiss}
    >
      {kind !== undefined && (
        <div className="position-sheet why-sheet">
          <Explained kind={kind} {...props} />
        </div>
      )}
    </BottomSheet>
  );
}

/** A liquidation price is a risk; all other figures have no colour here. */
function WhyTitle({ figure, isRisk }: { readonly figure: string; readonly isRisk: boolean }) {
  const words = useWords(futuresPositionWords);
  const [before, after] = words.whyTitle('\n').split('\n');
  return (
    <>
      {before}
      <span className={isRisk ? 'why-liquidation' : undefined}>{figure}</span>
      {after}
    </>
  );
}

function shownOf(
  kind: WhyKind | undefined,
  { holding: { now }, instrument }: Pick<Props, 'holding' | 'instrument'>,
) {
  switch (kind) {
    case 'liquidation':
      return formatPrice(now?.liquidation, instrument.precision);
    case 'margin':
      return formatMoney(now?.margin, walletCurrency(instrument)).figure;
    case 'pnl':
      return formatCoinProfit(now?.pnl);
    case undefined:
      return '';
  }
}

function Explained({ kind, ...props }: Omit<Props, 'kind'> & { readonly kind: WhyKind }) {
  const around = usePositionAround(props.instrument);
  if (around?.quote === undefined) return null;
  const parts = { ...props, around, mark: around.quote.mark };
  switch (kind) {
    case 'liquidation':
      return <WhyLiquidation {...parts} />;
    case 'margin':
      return <WhyMargin {...parts} />;
    case 'pnl':
      return <WhyPnl {...parts} />;
  }
}

export interface WhyPartProps extends Omit<Props, 'kind'> {
  readonly around: EngineSurroundings;
  readonly mark: Price;
}

function WhyMargin({ holding, instrument, around, mark, onMargin }: WhyPartProps) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { position, now } = holding;
  const { money } = useMoneyText(walletCurrency(instrument));
  const held = heldOf(position);
  const entryValue = toDecimal(toMoney(valueAtEntry(held.qty, held.entry, around.terms, 'up'), UNIT, 'up'));
  const balance = isolatedBalance(
    markPosition(held, { terms: around.terms, quote: { ...around.quote!, mark } }),
  );
  const isOwn = isIsolated(held);
  return (
    <>
      <p className="text-lead">{isOwn ? words.whyMarginIsolated : words.whyMarginCross}</p>
      <div className="why-formulas">
        <WhyFormula name={words.margin}>
          <WhyFraction over={words.entryValue} under={words.leverage} />
        </WhyFormula>
        <WhyFormula name={formatMoney(now?.margin, walletCurrency(instrument)).figure} isFigures>
          <WhyFraction over={formatDecimal(entryValue)} under={trade.leverage(String(position.leverage))} />
        </WhyFormula>
      </div>
      <KeyValueList framed>
        <KeyValue name={words.entryValue}>{money(entryValue)}</KeyValue>
        <KeyValue name={words.leverage}>{trade.leverage(String(position.leverage))}</KeyValue>
        <KeyValue name={words.funding}>{money(position.funding)}</KeyValue>
        {isOwn && (
          <KeyValue name={words.backing}>{money(toDecimal(toMoney(balance, UNIT, 'down')))}</KeyValue>
        )}
      </KeyValueList>
      {isOwn && <Button onPress={onMargin}>{words.marginWay}</Button>}
    </>
  );
}

function WhyPnl({ holding, instrument, around, mark }: WhyPartProps) {
  const words = useWords(futuresPositionWords);
  const { position, now } = holding;
  const { signed } = useMoneyText(walletCurrency(instrument));
  const { precision } = instrument;
  const held = heldOf(position);
  const net = netIfClosed(held, mark, around.terms, UNIT);
  const [entry, marked] = [
    formatMean(position.entryPrice, precision),
    formatPrice(toDecimal(mark), precision),
  ];
  // A long gains from the entry to the mark. Coins for the dollars of an inverse contract become fewer as the price rises.
  const inverse = isInverse(around.terms.contract);
  const of = (price: string) => (inverse ? `1 ÷ ${price}` : price);
  const differ = (from: string, to: string) =>
    (held.side === 'LONG') === inverse ? `${of(from)} − ${of(to)}` : `${of(to)} − ${of(from)}`;
  return (
    <>
      <p className="text-lead">{inverse ? words.whyPnlInverse : words.whyPnl}</p>
      <div className="why-formulas">
        <WhyFormula name={words.why.pnl}>{`${words.qty} × (${differ(words.entry, words.mark)})`}</WhyFormula>
        <WhyFormula name={formatCoinProfit(now?.pnl)} isFigures>
          {`${formatDecimal(position.qty)} × (${differ(entry, marked)})`}
        </WhyFormula>
      </div>
      <KeyValueList framed>
        <KeyValue name={words.gross}>{signed(toDecimal(net.gross))}</KeyValue>
        <KeyValue name={words.funding}>{signed(toDecimal(net.funding))}</KeyValue>
        <KeyValue name={words.entryFee}>{signed(toDecimal(-net.entryFee))}</KeyValue>
        <KeyValue name={words.exitFeeAt(feePercent(instrument))}>{signed(toDecimal(-net.exitFee))}</KeyValue>
        <KeyValue name={words.netNow} strong>
          {signed(toDecimal(net.net))}
        </KeyValue>
      </KeyValueList>
    </>
  );
}
