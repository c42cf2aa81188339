// How the liquidation price of a position follows from what backs it (docs/rules.md 3.10): one sentence, the formula in
// words and in figures, and its inputs.
import { formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { type Amount, divide, ONE, type Price, toDecimal } from '@maru/engine/amount';
import { entryText } from '@maru/engine/entry';
import { type AccountFacts, crossAccount, type HeldPosition } from '@maru/engine/futures/standing';
import {
  isInverse,
  isIsolated,
  tierOf,
  toMoney,
  UNIT,
  valueAtEntry,
  valueAtPrice,
} from '@maru/engine/futures/value';
import { WhyFormula, WhyFraction } from '../../receipt/why-formula.tsx';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { qtyText, walletCurrency } from '../account/unit-words.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import './why-position-sheet.css';

/** Everything that backs the position besides its own profit. */
function backingOf(
  held: HeldPosition,
  facts: AccountFacts,
  { pricedOf }: EngineSurroundings,
): Amount | undefined {
  if (isIsolated(held)) return (held.margin + held.funding) as Amount;
  const account = crossAccount(facts, pricedOf);
  const own = account?.marked.find(({ position }) => position.instrument === held.instrument);
  if (account === undefined || own === undefined) return undefined;
  return toMoney(account.equity - own.pnl - (account.maintenance - own.maintenance), UNIT, 'down');
}

/**
 * The parts of docs/rules.md 3.10, each with its figure. A linear contract divides money by coins, an inverse one dollars
 * by coins of the wallet, so that its fraction stands on its head.
 */
function partsOf(held: HeldPosition, level: Price, backing: Amount, { terms }: EngineSurroundings) {
  const inverse = isInverse(terms.contract);
  const isLong = held.side === 'LONG';
  const tier = tierOf(valueAtPrice(held.qty, level, terms, 'up'), terms.tiers);
  const entryValue = toMoney(valueAtEntry(held.qty, held.entry, terms, 'up'), UNIT, 'up');
  const isAdded = isLong === inverse;
  const money = isAdded ? entryValue + backing + tier.deduction : entryValue - backing - tier.deduction;
  const rate = isAdded ? ONE + tier.maintenance : ONE - tier.maintenance;
  const exact = inverse
    ? divide(held.qty * rate, money > 0n ? money : 1n, 'half-even')
    : divide(money * ONE * ONE, held.qty * rate, 'half-even');
  return { inverse, tier, entryValue, sign: isAdded ? '+' : '−', rate, exact };
}

interface Props {
  /** As it is, or as an order would leave it. */
  readonly held: HeldPosition;
  readonly level: Price;
  /** Of the wallet, with the position in it. */
  readonly facts: AccountFacts;
  readonly around: EngineSurroundings;
  readonly instrument: WireFuturesOption;
}

export function LiquidationFormula({ held, level, facts, around, instrument }: Props) {
  const words = useWords(futuresPositionWords);
  const { precision } = instrument;
  const backing = backingOf(held, facts, around);
  if (backing === undefined) return null;
  const { inverse, tier, entryValue, sign, rate, exact } = partsOf(held, level, backing, around);
  const isOwn = isIsolated(held);
  const backed = isOwn ? words.margin : words.backing;
  const figure = (units: bigint) => formatDecimal(toDecimal(units));
  const money = (first: string, second: string, third: string) =>
    `${first} ${sign} ${second}${tier.deduction > 0n ? ` ${sign} ${third}` : ''}`;
  const inWords = [
    money(words.entryValue, backed, words.deduction),
    `${words.qty} × (1 ${sign} ${words.maintenanceRate})`,
  ];
  const inFigures = [
    money(figure(entryValue), figure(backing), figure(tier.deduction)),
    `${formatDecimal(toDecimal(held.qty))} × ${figure(rate)}`,
  ];
  const fraction = ([over, under]: readonly string[]) =>
    inverse ? <WhyFraction over={under} under={over} /> : <WhyFraction over={over} under={under} />;
  const shown = formatPrice(toDecimal(level), precision);
  const currency = walletCurrency(instrument);
  const tierNo = around.terms.tiers.indexOf(tier) + 1;
  return (
    <>
      <p className="text-lead">{(isOwn ? words.whyIsolated : words.whyCross)[held.side]}</p>
      <div className="why-formulas">
        <WhyFormula name={words.liquidation}>{fraction(inWords)}</WhyFormula>
        <WhyFormula name={<span className="why-liquidation">{shown}</span>} isFigures>
          {fraction(inFigures)}
        </WhyFormula>
      </div>
      <KeyValueList framed>
        <KeyValue
          strong
          name={
            <>
              {words.entryValue}{' '}
              <small>
                {`${qtyText(toDecimal(held.qty), instrument)} ${inverse ? '÷' : '×'} ${formatMean(entryText(held.entry, precision), precision)}`}
              </small>
            </>
          }
        >
          {figure(entryValue)}
        </KeyValue>
        {isOwn ? (
          <KeyValue strong name={words.margin}>
            {figure(held.margin)}
          </KeyValue>
        ) : (
          <KeyValue strong name={words.backing}>
            {figure(backing)}
          </KeyValue>
        )}
        <KeyValue strong name={words.funding}>
          {figure(held.funding)}
        </KeyValue>
        <KeyValue
          strong
          name={
            <>
              {words.maintenanceRate}{' '}
              <small>
                {words.tierOf(String(tierNo), `${formatDecimal(toDecimal(tier.cap))} ${currency}`)}
              </small>
            </>
          }
        >
          {`${formatPrice(toDecimal(tier.maintenance * 100n), 2)}%`}
        </KeyValue>
        <KeyValue
          strong
          name={
            <>
              {level >= exact ? words.roundedUp : words.roundedDown}{' '}
              <small>{formatPrice(toDecimal(exact), 6)}</small>
            </>
          }
        >
          {shown}
        </KeyValue>
      </KeyValueList>
    </>
  );
}
