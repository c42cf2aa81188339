// What led to a liquidation, where the money went, and what would have avoided it (design 31c).
import { directionOf, floorTo, formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatSignedDecimal } from '@maru/client/format-amount';
import { formatTimeOfDay } from '@maru/client/format-time';
import {
  futuresLiquidation,
  type LiquidationReport,
  type WireLiquidationStep,
} from '@maru/contract/futures/receipt';
import { amount, negate, parseUnits, price, priceGap, toDecimal } from '@maru/engine/amount';
import {
  pricesAfter,
  ReportMoney,
  ReportPath,
  ReportSteps,
  ReportWays,
} from '../../receipt/report-sections.tsx';
import { ReportWay } from '../../receipt/report-way.tsx';
import { timeWithMillis } from '../../receipt/time-with-millis.ts';
import { type MinuteCandles, useMinutes } from '../../receipt/use-minutes.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { fillReceiptWords } from '../../text/fill-receipt.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue } from '../../ui/rows/key-value.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { termsOf } from '../account/engine-view.ts';
import { qtyTextOf } from '../account/unit-words.ts';
import { useFillNames } from '../history/fill-rows.tsx';
import { hindsightOf } from './hindsight.ts';

export function FillReport({ fillId }: { readonly fillId: number }) {
  const words = useWords(futuresHistoryWords);
  const { state, reply, message, reload } = useAnswer(futuresLiquidation, { fillId });
  if (state === 'loading') return <SkeletonRows count={4} figures />;
  if (state === 'failed') return <LoadFailed title={words.reportFailed} message={message} onRetry={reload} />;
  return <Report report={reply} />;
}

interface Props {
  readonly report: LiquidationReport;
}

const isWarning = (step: WireLiquidationStep) => step.type === 'WARNED';

function Report({ report }: Props) {
  const { fill, position, liquidPrice, steps } = report;
  const { precision } = useFillNames()(fill);
  const path = useMinutes(fill.stock, { from: position.openedMillis, to: fill.createdMillis });
  return (
    <>
      <ReportPath
        path={path}
        side={position.tradeType}
        entryPrice={position.entryPrice}
        exitPrice={liquidPrice ?? fill.price}
        closedMillis={fill.createdMillis}
        isRisk
        precision={precision}
        pins={steps.filter(isWarning).map(({ atMillis, markPrice }) => ({ at: atMillis, price: markPrice }))}
      />
      <WhatHappened report={report} />
      <Money report={report} />
      <Avoiding report={report} path={path} />
    </>
  );
}

/** Two places at most. */
const percentOf = (ratio: string): string =>
  formatDecimal(floorTo(toDecimal((parseUnits(ratio) ?? 0n) * 100n), 2));

function WhatHappened({ report: { fill, position, steps } }: Props) {
  const words = useWords(futuresHistoryWords);
  const shared = useWords(fillReceiptWords);
  const { precision, instrument } = useFillNames()(fill);
  const { money } = useMoneyText(fill.currency);
  const figure = (text: string) => formatPrice(text, precision);
  const warnings = steps.filter(isWarning);
  function shownStep(step: WireLiquidationStep): TimelineStep {
    const key = `${step.type} ${step.atMillis}`;
    const time = formatTimeOfDay(step.atMillis);
    switch (step.type) {
      case 'OPENED':
        return {
          key,
          time,
          title: words.step.OPENED(words.side[position.tradeType], figure(step.price)),
          state: 'done',
        };
      case 'ADDED':
      case 'REDUCED':
        return {
          key,
          time,
          title: words.step[step.type](qtyTextOf(step.qty, instrument), figure(step.price)),
          state: 'done',
        };
      case 'CLOSED':
        return {
          key,
          time: timeWithMillis(step.atMillis),
          title: words.step.CLOSED(qtyTextOf(step.qty, instrument), figure(step.price)),
          text: words.filledAll(position.tradeType === 'LONG' ? shared.byBid : shared.byAsk),
          state: 'done',
        };
      case 'MARGIN_MOVED': {
        const isAdded = amount(step.amount) > 0n;
        const text = money(isAdded ? step.amount : toDecimal(negate(amount(step.amount))));
        return {
          key,
          time,
          title: isAdded ? words.marginAdded(text) : words.marginTaken(text),
          state: 'done',
        };
      }
      case 'LEVERAGE_SET':
        return { key, time, title: words.step.LEVERAGE_SET(String(step.leverage)), state: 'done' };
      case 'WARNED':
        return {
          key,
          time,
          title: words.step.WARNED(
            String(warnings.findIndex(({ atMillis }) => atMillis === step.atMillis) + 1),
            percentOf(step.ratio),
          ),
          text: words.markWas(figure(step.markPrice)),
          state: 'warn',
        };
      case 'REACHED':
        return {
          key,
          time: timeWithMillis(step.atMillis),
          title: words.step.REACHED(figure(step.markPrice), percentOf(step.ratio)),
          ...(step.cancelledOrders > 0 && {
            text: shared.alsoCancelled(formatDecimal(String(step.cancelledOrders))),
          }),
          state: 'danger',
        };
    }
  }
  return <ReportSteps steps={steps.map(shownStep)} />;
}

function Money({ report }: Props) {
  const { fill, liquidation, money, bankruptcyPrice } = report;
  const words = useWords(futuresHistoryWords);
  const { precision } = useFillNames()(fill);
  const off = (text: string) => formatSignedDecimal(toDecimal(negate(amount(text))));
  const isSome = (text: string) => /[1-9]/.test(text);
  return (
    <ReportMoney
      note={
        bankruptcyPrice === null ? undefined : words.insuranceLead(formatPrice(bankruptcyPrice, precision))
      }
    >
      <KeyValue name={words.moneyBefore[liquidation.marginType]} strong>
        {formatDecimal(money.before)}
      </KeyValue>
      <KeyValue name={words.receivedFunding}>{formatSignedDecimal(money.funding)}</KeyValue>
      <KeyValue name={<PriceLoss report={report} />} strong>
        <span className={`figure--${directionOf(money.pnl)}`}>{formatSignedDecimal(money.pnl)}</span>
      </KeyValue>
      <KeyValue name={words.fees}>{off(money.fee)}</KeyValue>
      {isSome(money.toInsurance) && <KeyValue name={words.toInsurance}>{off(money.toInsurance)}</KeyValue>}
      {isSome(money.fromInsurance) && (
        <KeyValue name={words.fromInsurance}>{formatSignedDecimal(money.fromInsurance)}</KeyValue>
      )}
      <KeyValue name={words.left} strong>
        {`${formatDecimal(money.left)} ${fill.currency}`}
      </KeyValue>
    </ReportMoney>
  );
}

/** How it was computed: of one position alone, and not of an inverse contract, whose result is no such product. */
function PriceLoss({ report: { fill, position, money } }: Props) {
  const words = useWords(futuresHistoryWords);
  const { precision } = useFillNames()(fill);
  const gap = formatMean(toDecimal(priceGap(price(position.entryPrice), price(fill.price))), precision);
  return (
    <>
      {words.priceLoss}{' '}
      {fill.contractType !== 'INVERSE' && money.pnl === fill.pnl && (
        <small className="figure">{`${formatDecimal(fill.closedQty)} × ${gap.replace('−', '')}`}</small>
      )}
    </>
  );
}

function Avoiding({ report, path = [] }: Props & { readonly path: MinuteCandles | undefined }) {
  const words = useWords(futuresHistoryWords);
  const shared = useWords(fillReceiptWords);
  const { fill } = report;
  const { precision, instrument } = useFillNames()(fill);
  const { money, signed } = useMoneyText(fill.currency);
  const terms = instrument && termsOf(instrument);
  const after = pricesAfter(path, fill.createdMillis);
  const seen =
    terms &&
    hindsightOf(report, terms, {
      lows: after.map(({ low }) => low),
      highs: after.map(({ high }) => high),
    });
  if (seen === undefined) return null;
  const figure = (text: string) => formatPrice(text, precision);
  return (
    <ReportWays worst={seen.worst} after={after} precision={precision}>
      <ReportWay
        icon="plus"
        title={words.moreMargin}
        line={words.moreMarginLine}
        value={`+${money(seen.margin)}`}
      />
      <ReportWay
        icon="sliders"
        title={words.lowerLeverage}
        line={words.lowerLeverageLine(String(fill.leverage))}
        value={seen.leverage === undefined ? words.notEvenOne : words.orLower(String(seen.leverage))}
      />
      {seen.stop && (
        <ReportWay
          icon="shield"
          title={shared.stopAt(figure(seen.stop.price))}
          line={words.stopLine}
          value={signed(seen.stop.net)}
        />
      )}
    </ReportWays>
  );
}
