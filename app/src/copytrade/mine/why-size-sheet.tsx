// Why a copy has the size that it has: decided again on this phone, with the engine's own functions and the figures that
// were recorded when it was decided (docs/rules.md 5.3, 5.4).
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { CopyRecord, CopySizingText } from '@maru/contract/copytrade/wire';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { amount, price as priceOf, type Qty, qty as qtyOf, rate, toDecimal } from '@maru/engine/amount';
import { type CopySize, closingQty, copySize } from '@maru/engine/copytrade/size';
import { UNIT } from '@maru/engine/futures/value';
import { qtyTextOf } from '../../futures/account/unit-words.ts';
import { type Explanation, WhySheet } from '../../receipt/why-sheet.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { percentOfShare } from '../figures.ts';
import { recordQty } from './reason-text.ts';

interface Props {
  readonly record: CopyRecord;
  readonly instrument: WireFuturesOption | undefined;
  readonly onClose: () => void;
}

/** Undefined where the record lacks a figure of it. */
export function sizeAgain({ sizing, price }: CopyRecord): CopySize | undefined {
  const { traderMargin, used, available, leverage } = sizing ?? {};
  if (!sizing || price === null) return undefined;
  if (traderMargin === undefined || used === undefined || available === undefined || leverage === undefined)
    return undefined;
  return copySize(
    {
      traderMargin: amount(traderMargin),
      settings: {
        multiplyPer: sizing.multiplyPer,
        oneMaxBet: amount(sizing.oneMaxBet),
        maxBet: amount(sizing.maxBet),
      },
      used: amount(used),
      available: amount(available),
      leverage,
      price: priceOf(price),
      unit: UNIT,
    },
    {
      contract: 'LINEAR',
      qtyStep: qtyOf(sizing.qtyStep),
      qtyLeast: qtyOf(sizing.qtyLeast),
      notionalLeast: amount(sizing.notionalLeast),
      feeRate: rate(sizing.feeRate),
    },
  );
}

export function closingAgain({ held, closed, of, qtyStep }: CopySizingText): Qty | undefined {
  if (held === undefined || closed === undefined || of === undefined) return undefined;
  return closingQty(qtyOf(held), { closed: qtyOf(closed), of: qtyOf(of) }, { qtyStep: qtyOf(qtyStep) });
}

export function WhySizeSheet({ record, instrument, onClose }: Props) {
  const explain = useExplanation(record, instrument);
  return <WhySheet explanation={explain} onClose={onClose} />;
}

function useExplanation(
  record: CopyRecord,
  instrument: WireFuturesOption | undefined,
): Explanation | undefined {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { money } = useMoneyText('USDT');
  const { sizing } = record;
  if (sizing === null) return undefined;
  const { why } = words;
  const precision = instrument?.precision ?? 2;
  const shown = recordQty(record, instrument);
  const isOpen = record.kind === 'OPEN';
  const size = isOpen ? sizeAgain(record) : undefined;
  const again = isOpen ? size?.qty : closingAgain(sizing);
  const check =
    again === undefined
      ? why.unknown
      : toDecimal(again) === toDecimal(qtyOf(record.qty ?? '0'))
        ? why.same
        : why.differs(qtyTextOf(toDecimal(again), instrument));
  const prices = [
    { name: why.price, value: formatPrice(record.price ?? undefined, precision) },
    { name: why.traderPrice, value: formatPrice(record.traderPrice ?? undefined, precision) },
    { name: why.guard, value: common.percent(percentOfShare(sizing.guard)) },
    { name: why.step, value: formatDecimal(sizing.qtyStep) },
  ];
  if (!isOpen) {
    const part =
      sizing.of === undefined ? undefined : `${formatDecimal(sizing.closed)} ÷ ${formatDecimal(sizing.of)}`;
    return {
      title: why.title(shown),
      sentence: `${why.closeLead} ${check}`,
      formula:
        part === undefined
          ? undefined
          : {
              name: why.qty,
              words: why.closeOf,
              result: shown,
              figures: `${formatDecimal(sizing.held)} × (${part})`,
            },
      parts: [
        { name: why.held, value: qtyTextOf(sizing.held, instrument) },
        ...(part === undefined ? [] : [{ name: why.closedPart, value: part }]),
        ...prices,
      ],
    };
  }
  return {
    title: why.title(shown),
    sentence: `${why.openLead} ${check}`,
    formula:
      size === undefined
        ? undefined
        : {
            name: why.qty,
            words: why.qtyOf,
            result: shown,
            figures: `${formatDecimal(toDecimal(size.capped))} × ${sizing.leverage} ÷ ${formatPrice(record.price ?? undefined, precision)}`,
          },
    parts: [
      { name: why.traderMargin, value: money(sizing.traderMargin) },
      { name: why.multiply, value: common.percent(String(sizing.multiplyPer)) },
      { name: why.want, value: money(size && toDecimal(size.want)) },
      { name: why.oneMaxBet, value: money(sizing.oneMaxBet) },
      { name: why.maxBet, value: money(sizing.maxBet) },
      { name: why.used, value: money(sizing.used) },
      { name: why.capped, value: money(size && toDecimal(size.capped)) },
      { name: why.available, value: money(sizing.available) },
      {
        name: why.leverage,
        value: sizing.leverage === undefined ? '' : common.leverage(String(sizing.leverage)),
      },
      { name: why.fee, value: money(size && toDecimal(size.fee)) },
      ...prices,
    ],
  };
}
