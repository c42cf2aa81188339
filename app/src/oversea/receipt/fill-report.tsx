// Why the server closed, where the money went, and what would have avoided it (design 31c).

import { directionOf, formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { type OverseaReceipt, overseaFillReceipt } from '@maru/contract/oversea/receipt';
import { amount, negate, plus, sum, toDecimal } from '@maru/engine/amount';
import { useEffect, useState } from 'react';
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
import { usePreferences } from '../../shell/device/device.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { fillReceiptWords } from '../../text/fill-receipt.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { KeyValue } from '../../ui/rows/key-value.tsx';
import type { TimelineStep } from '../../ui/rows/timeline.tsx';
import { useFillNames } from '../history/fill-rows.tsx';
import { hindsightOf } from './hindsight.ts';

interface Props {
  readonly receipt: OverseaReceipt;
}

export function FillReport({ receipt }: Props) {
  const { precision, instrument } = useFillNames()(receipt.fill);
  const { fill, closed, forced } = receipt;
  const path = useMinutes(fill.stock, { from: closed?.openedMillis, to: fill.createdMillis });
  return (
    <>
      <ReportPath
        path={path}
        side={closed?.tradeType ?? 'LONG'}
        entryPrice={fill.entryPrice ?? fill.price}
        exitPrice={fill.price}
        closedMillis={fill.createdMillis}
        isRisk={forced?.reason === 'LOSSCUT'}
        precision={precision}
      />
      <WhatHappened receipt={receipt} precision={precision} />
      <Money receipt={receipt} />
      <Avoiding receipt={receipt} path={path} instrument={instrument} precision={precision} />
    </>
  );
}

function WhatHappened({ receipt, precision }: Props & { readonly precision: number }) {
  const words = useWords(overseaAccountWords);
  const shared = useWords(fillReceiptWords);
  const { fill, closed, tick, forced } = receipt;
  const { money } = useMoneyText(fill.currency);
  if (forced === null) return null;
  const contracts = words.contracts(formatDecimal(String(fill.closedQty)));
  const side = words.side[closed?.tradeType ?? fill.tradeType];
  const { losscut } = forced;
  const steps: readonly TimelineStep[] = [
    ...(closed === null
      ? []
      : [
          {
            key: 'opened',
            title: words.openedAt(
              `${side} ${contracts}`,
              formatMean(fill.entryPrice ?? fill.price, precision),
            ),
            time: formatTimeOfDay(closed.openedMillis),
            state: 'done' as const,
          },
        ]),
    {
      key: 'cause',
      title: losscut ? words.fellTo(money(losscut.equity)) : words.cause[forced.reason],
      time: timeWithMillis(tick.time),
      text: [
        ...(losscut ? [words.levelWas(money(losscut.level))] : [words.causeLead[forced.reason]]),
        ...(forced.cancelledOrders > 0
          ? [shared.alsoCancelled(formatDecimal(String(forced.cancelledOrders)))]
          : []),
        ...(fill.isAfterGap ? [shared.afterGap] : []),
      ].join(' · '),
      state: losscut ? 'danger' : 'warn',
    },
    {
      key: 'filled',
      title: words.filledContracts(contracts, formatPrice(fill.price, precision)),
      time: timeWithMillis(fill.createdMillis),
      text: fill.tradeType === 'LONG' ? words.filledAsk : words.filledBid,
      state: 'done',
    },
  ];
  return <ReportSteps steps={steps} />;
}

/** All fills of the event: a loss-cut closes all positions at once. */
function useEventFills({ fill, forced }: OverseaReceipt): readonly OverseaReceipt['fill'][] {
  const { call } = usePlatform();
  const [others, setOthers] = useState<readonly OverseaReceipt['fill'][]>([]);
  const ids = (forced?.fillIds ?? []).filter((id) => id !== fill.id).join(' ');
  useEffect(() => {
    let isCurrent = true;
    const asked = ids === '' ? [] : ids.split(' ');
    void Promise.all(asked.map((id) => call(overseaFillReceipt, { query: { fillId: Number(id) } }))).then(
      (outcomes) => {
        if (isCurrent) setOthers(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.reply.fill] : [])));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [call, ids]);
  return [fill, ...others];
}

function Money({ receipt }: Props) {
  const words = useWords(overseaAccountWords);
  const { fill, forced } = receipt;
  const fills = useEventFills(receipt);
  const namesOf = useFillNames();
  const { money } = useMoneyText(fill.currency);
  if (forced === null) return null;
  const { losscut } = forced;
  // The money left after a loss-cut is counted from the money before it, when the entry fees had been paid already.
  const fees = sum(
    fills.map(({ entryCommission, exitCommission }) =>
      losscut ? amount(exitCommission) : plus(amount(entryCommission), amount(exitCommission)),
    ),
  );
  const pnl = sum(fills.map((each) => amount(each.pnl)));
  const net = sum(fills.map((each) => amount(each.net)));
  const isWhole = fills.length === forced.fillIds.length;
  const before = losscut && amount(losscut.free) + amount(losscut.margin);
  const left = before === null ? net : before + pnl - fees + amount(forced.topUp);
  return (
    <ReportMoney note={amount(forced.topUp) > 0n ? words.insuranceLead : undefined}>
      {before !== null && (
        <KeyValue name={words.beforeCut} strong>
          {money(toDecimal(before))}
        </KeyValue>
      )}
      {fills.map((each) => (
        <KeyValue key={each.id} name={words.lossOf(namesOf(each).name)} strong>
          <span className={`figure--${directionOf(each.pnl)}`}>{money(each.pnl)}</span>
        </KeyValue>
      ))}
      <KeyValue name={words.commission} strong>
        {money(toDecimal(negate(fees)))}
      </KeyValue>
      {amount(forced.topUp) > 0n && (
        <KeyValue name={words.insurance} strong>
          {money(forced.topUp)}
        </KeyValue>
      )}
      <KeyValue name={losscut ? words.leftOver : words.net} strong>
        {isWhole ? money(toDecimal(left)) : '–'}
      </KeyValue>
    </ReportMoney>
  );
}

interface AvoidingProps extends Props {
  readonly path: MinuteCandles | undefined;
  readonly instrument: WireOverseaOption | undefined;
  readonly precision: number;
}

function Avoiding({ receipt, path = [], instrument, precision }: AvoidingProps) {
  const words = useWords(overseaAccountWords);
  const shared = useWords(fillReceiptWords);
  const { tpsl } = usePreferences();
  const { fill, forced } = receipt;
  const after = pricesAfter(path, fill.createdMillis);
  const seen = hindsightOf(receipt, {
    lows: after.map(({ low }) => low),
    highs: after.map(({ high }) => high),
    stopTicks: tpsl.sl,
  });
  const { money } = useMoneyText(fill.currency);
  const figure = (text: string) => formatPrice(text, precision);
  const reason = forced?.reason;
  if (reason === undefined || reason === 'EXPIRY' || reason === 'STAFF_CLOSE') return null;
  const needed = instrument?.terms
    ? money(toDecimal(amount(instrument.terms.overnightMargin) * BigInt(fill.closedQty)))
    : '–';
  return (
    <ReportWays worst={seen?.worst} after={after} precision={precision}>
      {seen && (
        <>
          <ReportWay
            icon="plus"
            title={words.moreMoney}
            line={words.moreMoneyLine}
            value={`+${money(seen.extra)}`}
          />
          <ReportWay
            icon="sliders"
            title={words.fewerContracts}
            line={words.fewerContractsLine(words.contracts(formatDecimal(String(fill.closedQty))))}
            value={
              seen.contracts === 0
                ? words.notEvenOne
                : words.orFewer(words.contracts(formatDecimal(String(seen.contracts))))
            }
          />
          <ReportWay
            icon="shield"
            title={shared.stopAt(figure(seen.stop.price))}
            line={words.stopLine(formatDecimal(String(seen.stop.ticks)))}
            value={money(seen.stop.loss)}
          />
        </>
      )}
      {reason === 'SESSION_END' && (
        <ReportWay icon="moon" title={words.keepOver} line={words.keepOverLine} value={needed} />
      )}
      {reason === 'OVERNIGHT_SHORT' && (
        <ReportWay icon="plus" title={words.enoughEquity} line={words.enoughEquityLine} value={needed} />
      )}
    </ReportWays>
  );
}
