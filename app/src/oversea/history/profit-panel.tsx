// The profit of this instrument by trade date, after commission.

import { formatDecimal } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { DAY_MS } from '@maru/engine/time';
import { useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { dateOf, instantOf } from '../../receipt/history-range.ts';
import { Profit } from '../../receipt/profit.tsx';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { walletCurrency } from '../account/wallet-money.ts';
import { GrossAndFees } from './gross-and-fees.tsx';
import { type OverseaDay, sumOf } from './profit-days.ts';
import { useProfitDays } from './use-profit-days.ts';
import './profit-panel.css';

const DAYS_SHOWN = 30;

export function ProfitPanel({ instrument }: { readonly instrument: WireOverseaOption }) {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const { clock } = usePlatform();
  const [now] = useState(() => clock.now());
  const profit = useProfitDays({
    overseaOptionId: instrument.id,
    startDate: dateOf(now - (DAYS_SHOWN - 1) * DAY_MS),
    // A trade date may be tomorrow's in Korea while its session runs.
    endDate: dateOf(now + DAY_MS),
  });
  const currency = walletCurrency(instrument);
  if (profit.state === 'loading') return <SkeletonRows count={4} figures />;
  if (profit.state === 'failed')
    return <LoadFailed title={words.profitFailed} message={profit.message} onRetry={profit.reload} />;
  if (profit.reply.length === 0)
    return <StatePanel kind="empty" title={words.noProfit} sentence={words.noProfitLead} />;
  const total = sumOf(profit.reply);
  return (
    <section className="profit-panel" aria-label={words.profitOf(nameOf(instrument, language))}>
      <p className="profit-panel__title text-lead">{words.profitTotal}</p>
      <p className="profit-panel__total text-micro">
        <Profit value={total.net} currency={currency} size="title" />
        <GrossAndFees gross={total.gross} fees={total.commission} currency={currency} />
      </p>
      <ul>
        {profit.reply.map((day) => (
          <li key={day.tradeDate}>
            <DayRow day={day} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DayRow({ day, currency }: { readonly day: OverseaDay; readonly currency: string }) {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const count = (value: number) => formatDecimal(String(value));
  return (
    <TradeRow
      dense
      head={
        <>
          <b className="text-strong">{formatDay(instantOf(day.tradeDate), language)}</b>
          {!day.isFinal && <Badge tone="brass">{words.running}</Badge>}
        </>
      }
      prices={
        <>
          {words.dayLine(count(day.trades), words.contracts(count(day.closedQty)))}
          {day.losscuts > 0 && (
            <span className="trade-row__meta--risk"> · {words.lossCuts(count(day.losscuts))}</span>
          )}
        </>
      }
      figure={<Profit value={day.net} currency={currency} />}
      note={<GrossAndFees gross={day.gross} fees={day.commission} currency={currency} />}
    />
  );
}
