// Why a figure of a position is what it is (design 31b): one sentence, the formula in words and in figures, its inputs,
// and what more margin would change.
import { formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatCoinProfit, formatMoney } from '@maru/client/format-amount';
import { formatTimeOfDay } from '@maru/client/format-time';
import {
  type Amount,
  amount,
  divide,
  ONE,
  type Price,
  price as priceOf,
  toDecimal,
} from '@maru/engine/amount';
import { distanceTo } from '@maru/engine/futures/liquidation-price';
import { isolatedLiquidationPrice } from '@maru/engine/futures/liquidation-prices';
import { netIfClosed } from '@maru/engine/futures/net-profit';
import { crossAccount, isolatedBalance, markPosition } from '@maru/engine/futures/standing';
import {
  isInverse,
  isIsolated,
  tierOf,
  toMoney,
  UNIT,
  valueAtEntry,
  valueAtPrice,
} from '@maru/engine/futures/value';
import { type ReactNode, useState } from 'react';
import { WhyFormula } from '../../receipt/why-formula.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { heldOf } from '../account/engine-view.ts';
import { feePercent, qtyText, walletCurrency } from '../account/unit-words.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { useMoveMargin } from './margin-sheet.tsx';
import type { WhyKind } from './position-card.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionAround } from './use-position-around.ts';
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
      title={kind === undefined ? '' : words.whyTitle(shown)}
      closeLabel={words.dismiss}
    >
      {kind !== undefined && (
        <div className="position-sheet">
          <Explained kind={kind} {...props} />
        </div>
      )}
    </BottomSheet>
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

interface PartProps extends Omit<Props, 'kind'> {
  readonly around: EngineSurroundings;
  readonly mark: Price;
}

const Fraction = ({ over, under }: { readonly over: ReactNode; readonly under: ReactNode }) => (
  <span className="why-fraction">
    <span>{over}</span>
    <span>{under}</span>
  </span>
);

/** Everything that backs the position besides its own profit. */
function backingOf(
  held: ReturnType<typeof heldOf>,
  { facts, pricedOf }: EngineSurroundings,
): Amount | undefined {
  if (isIsolated(held)) return (held.margin + held.funding) as Amount;
  const account = crossAccount(facts, pricedOf);
  const own = account?.marked.find(({ position }) => position.instrument === held.instrument);
  if (account === undefined || own === undefined) return undefined;
  return toMoney(account.equity - own.pnl - (account.maintenance - own.maintenance), UNIT, 'down');
}

function WhyLiquidation({ holding, instrument, around, mark, ...rest }: PartProps) {
  const words = useWords(futuresPositionWords);
  const { position, now } = holding;
  const { precision } = instrument;
  const held = heldOf(position);
  const isLong = held.side === 'LONG';
  const backing = backingOf(held, around);
  if (now?.liquidation === undefined || backing === undefined) return null;
  const { terms } = around;
  const level = priceOf(now.liquidation);
  const tier = tierOf(valueAtPrice(held.qty, level, terms, 'up'), terms.tiers);
  const entryValue = toDecimal(toMoney(valueAtEntry(held.qty, held.entry, terms, 'up'), UNIT, 'up'));
  const sign = isLong ? '−' : '+';
  const one = formatDecimal(toDecimal(isLong ? ONE - tier.maintenance : ONE + tier.maintenance));
  const backed = isIsolated(held) ? words.margin : words.backing;
  const shownBacking = formatDecimal(toDecimal(backing));
  const hasDeduction = tier.deduction > 0n;
  const deduction = formatDecimal(toDecimal(tier.deduction));
  const level8 = formatPrice(now.liquidation, precision);
  return (
    <>
      <p className="text-lead">{(isIsolated(held) ? words.whyIsolated : words.whyCross)[held.side]}</p>
      {isInverse(terms.contract) ? (
        <p className="text-caption">{words.inverse}</p>
      ) : (
        <>
          <WhyFormula name={words.liquidation}>
            <Fraction
              over={`${words.entryValue} ${sign} ${backed}${hasDeduction ? ` ${sign} ${words.deduction}` : ''}`}
              under={`${words.qty} × (1 ${sign} ${words.maintenanceRate})`}
            />
          </WhyFormula>
          <WhyFormula name={level8} isFigures>
            <Fraction
              over={`${formatDecimal(entryValue)} ${sign} ${shownBacking}${hasDeduction ? ` ${sign} ${deduction}` : ''}`}
              under={`${formatDecimal(position.qty)} × ${one}`}
            />
          </WhyFormula>
        </>
      )}
      <KeyValueList framed>
        <KeyValue
          name={`${words.entryValue} ${qtyText(position.qty, instrument)} × ${formatMean(position.entryPrice, precision)}`}
        >
          {formatDecimal(entryValue)}
        </KeyValue>
        <KeyValue name={backed}>{shownBacking}</KeyValue>
        <KeyValue name={words.funding}>{formatDecimal(position.funding)}</KeyValue>
        <KeyValue name={words.maintenanceRate}>
          {`${formatPrice(toDecimal(tier.maintenance * 100n), 2)}%`}
        </KeyValue>
        <KeyValue name={words.rounded}>{level8}</KeyValue>
      </KeyValueList>
      {isIsolated(held) ? (
        <WhatIf {...rest} holding={holding} instrument={instrument} around={around} mark={mark} />
      ) : (
        <p className="text-caption">{words.crossMargin}</p>
      )}
    </>
  );
}

const MORE_SHARES = [30n, 60n, 120n] as const;
const ROUND_AMOUNTS = ['50', '100', '200'] as const;

/** Round amounts of USDT; of a coin, shares of what the position has. */
const choicesOf = (margin: Amount, currency: string): readonly string[] =>
  currency === 'USDT'
    ? ROUND_AMOUNTS
    : MORE_SHARES.map((percent) => toDecimal(divide(margin * percent, 100n, 'up')));

function WhatIf({ holding, instrument, around, mark, onClose }: PartProps) {
  const words = useWords(futuresPositionWords);
  const currency = walletCurrency(instrument);
  const { money } = useMoneyText(currency);
  const { busy, move } = useMoveMargin();
  const held = heldOf(holding.position);
  const choices = choicesOf(held.margin, currency);
  const [chosen, setChosen] = useState(0);
  const more = choices[chosen] ?? '0';
  const levelWith = (by: Amount) =>
    isolatedLiquidationPrice({ ...held, margin: (held.margin + by) as Amount }, around.terms);
  const shown = (level: Price | undefined) =>
    level === undefined ? words.never : formatPrice(toDecimal(level), instrument.precision);
  const far = (level: Price | undefined) =>
    level === undefined
      ? words.never
      : words.left(`${formatPrice(toDecimal(distanceTo(level, mark) * 100n), 2)}%`);
  const [now, then] = [levelWith(0n as Amount), levelWith(amount(more))];
  return (
    <section className="position-sheet" aria-label={words.whatIf}>
      <p className="what-if__head">
        <b className="text-label">{words.whatIf}</b>
        <span className="text-caption figure">
          {words.markAt(
            formatTimeOfDay(around.quote?.ts ?? around.now),
            formatPrice(toDecimal(mark), instrument.precision),
          )}
        </span>
      </p>
      <ChipRow label={words.whatIf}>
        {choices.map((choice, index) => (
          <Chip key={choice} shape="square" pressed={index === chosen} onPress={() => setChosen(index)}>
            <span className="figure">{`+${formatDecimal(choice)}`}</span>
          </Chip>
        ))}
      </ChipRow>
      <div className="what-if figure">
        <span>
          <small className="text-micro">{words.now}</small>
          <b className="what-if__now">{shown(now)}</b>
          <small className="text-micro">{far(now)}</small>
        </span>
        <span aria-hidden="true">›</span>
        <span>
          <small className="text-micro">{`+${money(more)}`}</small>
          <b>{shown(then)}</b>
          <small className="text-micro">{far(then)}</small>
        </span>
      </div>
      <Button
        busy={busy}
        onPress={() => void move(holding.position.id, more, 1).then((isDone) => isDone && onClose())}
      >
        {words.addDo(money(more))}
      </Button>
    </section>
  );
}

function WhyMargin({ holding, instrument, around, mark, onMargin }: PartProps) {
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
      <WhyFormula name={words.margin}>
        <Fraction over={words.entryValue} under={words.leverage} />
      </WhyFormula>
      <WhyFormula name={formatMoney(now?.margin, walletCurrency(instrument)).figure} isFigures>
        <Fraction over={formatDecimal(entryValue)} under={trade.leverage(String(position.leverage))} />
      </WhyFormula>
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

function WhyPnl({ holding, instrument, around, mark }: PartProps) {
  const words = useWords(futuresPositionWords);
  const { position, now } = holding;
  const { signed } = useMoneyText(walletCurrency(instrument));
  const { precision } = instrument;
  const held = heldOf(position);
  const net = netIfClosed(held, mark, around.terms, UNIT);
  const [first, second] = [
    formatPrice(toDecimal(mark), precision),
    formatMean(position.entryPrice, precision),
  ];
  const figures = held.side === 'LONG' ? `${first} − ${second}` : `${second} − ${first}`;
  return (
    <>
      <p className="text-lead">{words.whyPnl}</p>
      {isInverse(around.terms.contract) ? (
        <p className="text-caption">{words.inverse}</p>
      ) : (
        <>
          <WhyFormula name={words.why.pnl}>{`${words.qty} × (${words.difference(held.side)})`}</WhyFormula>
          <WhyFormula name={formatCoinProfit(now?.pnl)} isFigures>
            {`${formatDecimal(position.qty)} × (${figures})`}
          </WhyFormula>
        </>
      )}
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
