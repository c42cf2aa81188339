// Why a figure of the order form is what it is (design 31b), with the figures of the form as they are now. One sheet for
// all of them: a phone has room for one button.
import { formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import { entryText } from '@maru/engine/entry';
import type { ExitPreview, OrderFigures } from '@maru/engine/futures/preview';
import type { OrderSide } from '@maru/engine/futures/terms';
import { isInverse } from '@maru/engine/futures/value';
import type { ReactNode } from 'react';
import { WhyFormula } from '../../receipt/why-formula.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { feePercent, qtyText, walletCurrency } from '../account/unit-words.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { LiquidationFormula } from '../position/liquidation-formula.tsx';
import '../position/position-head.css';
import type { OrderPreview } from './order-preview.ts';

export type OrderWhy = 'margin' | 'fee' | OrderSide | ExitLeg;
type ExitLeg = 'takeProfit' | 'stopLoss';

interface Props {
  /** Undefined closes it. */
  readonly asked: OrderWhy | undefined;
  readonly onAsk: (asked: OrderWhy | undefined) => void;
  readonly instrument: WireFuturesOption;
  readonly around: EngineSurroundings;
  /** Of the side whose margin is needed. */
  readonly figures: OrderFigures | undefined;
  readonly previews: Readonly<Record<OrderSide, OrderPreview | undefined>>;
  /** Of the side that the exits are for. */
  readonly exits?: OrderFigures | undefined;
}

const SIDES = ['LONG', 'SHORT'] as const;
const LEGS = ['takeProfit', 'stopLoss'] as const;

export function WhyOrderSheet(props: Props) {
  const { asked, onAsk, figures, previews, exits } = props;
  const words = useWords(futuresTradeWords);
  const shownOf = useShownOf(props);
  const options: { value: OrderWhy; label: string }[] = [
    ...(figures ? (['margin', 'fee'] as const).map((value) => ({ value, label: words.why[value] })) : []),
    ...SIDES.filter((side) => previews[side]?.figures?.liquidationAfter !== undefined).map((value) => ({
      value,
      label: words.whyLiquidation(words.shortSide[value]),
    })),
    ...LEGS.filter((leg) => exits?.[leg] !== undefined).map((value) => ({ value, label: words.leg[value] })),
  ];
  // An order that changes while the sheet is open may have no such figure any more.
  const shown = options.find(({ value }) => value === asked)?.value;
  return (
    <BottomSheet
      open={asked !== undefined}
      onClose={() => onAsk(undefined)}
      title={shown === undefined ? words.whyNothing : words.whyTitle(shownOf(shown))}
      closeLabel={words.close}
    >
      {asked !== undefined && (
        <div className="position-sheet why-sheet">
          {options.length > 1 && (
            <Segmented
              label={words.whyWhich}
              size="small"
              options={options}
              value={asked}
              onChange={(value) => onAsk(value)}
            />
          )}
          {shown !== undefined && <Explained {...props} kind={shown} />}
        </div>
      )}
    </BottomSheet>
  );
}

function useShownOf({ instrument, figures, previews, exits }: Props) {
  const { money, signed } = useMoneyText(walletCurrency(instrument));
  return (kind: OrderWhy): string => {
    switch (kind) {
      case 'margin':
      case 'fee':
        return money(figures && toDecimal(figures[kind]));
      case 'LONG':
      case 'SHORT': {
        const level = previews[kind]?.figures?.liquidationAfter;
        return formatPrice(level && toDecimal(level), instrument.precision);
      }
      case 'takeProfit':
      case 'stopLoss': {
        const exit = exits?.[kind];
        return signed(exit && toDecimal(exit.net));
      }
    }
  };
}

function Explained({ kind, ...props }: Props & { readonly kind: OrderWhy }) {
  const { instrument, around, figures, previews, exits } = props;
  switch (kind) {
    case 'margin':
      return figures && <WhyMargin instrument={instrument} figures={figures} />;
    case 'fee':
      return figures && <WhyFee instrument={instrument} figures={figures} />;
    case 'LONG':
    case 'SHORT': {
      const after = previews[kind]?.figures;
      const held = after?.factsAfter.positions.get(instrument.id);
      if (after?.liquidationAfter === undefined || held === undefined) return null;
      return (
        <LiquidationFormula
          held={held}
          level={after.liquidationAfter}
          facts={after.factsAfter}
          around={around}
          instrument={instrument}
        />
      );
    }
    case 'takeProfit':
    case 'stopLoss':
      return exits && <WhyExit instrument={instrument} around={around} figures={exits} leg={kind} />;
  }
}

interface PartProps {
  readonly instrument: WireFuturesOption;
  readonly figures: OrderFigures;
}

/** An inverse contract counts dollars: its value in coins is the quotient. */
const valuedBy = ({ terms }: WireFuturesOption) => (terms?.contractType === 'INVERSE' ? '÷' : '×');

function WhyMargin({ instrument, figures: { openedQty, price, margin, positionAfter } }: PartProps) {
  const words = useWords(futuresTradeWords);
  const { money } = useMoneyText(walletCurrency(instrument));
  const at = formatPrice(toDecimal(price), instrument.precision);
  if (positionAfter === undefined || openedQty === 0n)
    return <p className="text-lead">{words.whyNoMargin}</p>;
  const leverage = String(positionAfter.leverage);
  const by = valuedBy(instrument);
  return (
    <Formula
      sentence={words.whyMargin}
      name={words.why.margin}
      words={`${words.openedQty} ${by} ${words.confirmPrice} ÷ ${words.leverageWord}`}
      result={formatDecimal(toDecimal(margin))}
      figures={`${formatDecimal(toDecimal(openedQty))} ${by} ${at} ÷ ${leverage}`}
    >
      <KeyValue name={words.openedQty}>{qtyText(toDecimal(openedQty), instrument)}</KeyValue>
      <KeyValue name={words.confirmPrice}>{at}</KeyValue>
      <KeyValue name={words.leverageWord}>{words.leverage(leverage)}</KeyValue>
      <KeyValue name={words.roundedUp}>{money(toDecimal(margin))}</KeyValue>
    </Formula>
  );
}

function WhyFee({ instrument, figures: { qty, price, fee } }: PartProps) {
  const words = useWords(futuresTradeWords);
  const { money } = useMoneyText(walletCurrency(instrument));
  const percent = `${feePercent(instrument)}%`;
  const at = formatPrice(toDecimal(price), instrument.precision);
  const by = valuedBy(instrument);
  return (
    <Formula
      sentence={words.whyFee}
      name={words.why.fee}
      words={`${words.confirmQty} ${by} ${words.confirmPrice} × ${words.feeRate}`}
      result={formatDecimal(toDecimal(fee))}
      figures={`${formatDecimal(toDecimal(qty))} ${by} ${at} × ${percent}`}
    >
      <KeyValue name={words.confirmQty}>{qtyText(toDecimal(qty), instrument)}</KeyValue>
      <KeyValue name={words.confirmPrice}>{at}</KeyValue>
      <KeyValue name={words.feeRate}>{percent}</KeyValue>
      <KeyValue name={words.roundedUp}>{money(toDecimal(fee))}</KeyValue>
    </Formula>
  );
}

interface ExitProps extends PartProps {
  readonly around: EngineSurroundings;
  readonly leg: ExitLeg;
}

function WhyExit({ instrument, around, figures, leg }: ExitProps) {
  const words = useWords(futuresTradeWords);
  const { signed } = useMoneyText(walletCurrency(instrument));
  const exit: ExitPreview | undefined = figures[leg];
  const { positionAfter: held } = figures;
  if (exit === undefined || held === undefined) return null;
  const { precision } = instrument;
  // A long gains from the entry to the exit. Coins for the dollars of an inverse contract become fewer as the price rises.
  const inverse = isInverse(around.terms.contract);
  const of = (price: string) => (inverse ? `1 ÷ ${price}` : price);
  const differ = (from: string, to: string) =>
    (held.side === 'LONG') === inverse ? `${of(from)} − ${of(to)}` : `${of(to)} − ${of(from)}`;
  const entry = formatMean(entryText(held.entry, precision), precision);
  return (
    <Formula
      sentence={words.whyExit}
      name={words.gross}
      words={`${words.confirmQty} × (${differ(words.entryWord, words.leg[leg])})`}
      result={signed(toDecimal(exit.gross))}
      figures={`${formatDecimal(toDecimal(held.qty))} × (${differ(entry, formatPrice(toDecimal(exit.at), precision))})`}
    >
      <KeyValue name={words.gross}>{signed(toDecimal(exit.gross))}</KeyValue>
      <KeyValue name={words.entryFee}>{signed(toDecimal(-exit.entryFee))}</KeyValue>
      <KeyValue name={words.exitFee(feePercent(instrument))}>{signed(toDecimal(-exit.exitFee))}</KeyValue>
      <KeyValue name={words.netExit} strong>
        {signed(toDecimal(exit.net))}
      </KeyValue>
    </Formula>
  );
}

interface FormulaProps {
  readonly sentence: string;
  readonly name: string;
  readonly words: string;
  readonly result: string;
  readonly figures: string;
  /** Its inputs. */
  readonly children: ReactNode;
}

const Formula = ({ sentence, name, words, result, figures, children }: FormulaProps) => (
  <>
    <p className="text-lead">{sentence}</p>
    <div className="why-formulas">
      <WhyFormula name={name}>{words}</WhyFormula>
      <WhyFormula name={result} isFigures>
        {figures}
      </WhyFormula>
    </div>
    <KeyValueList framed>{children}</KeyValueList>
  </>
);
