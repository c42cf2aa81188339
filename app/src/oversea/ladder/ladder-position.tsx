import { directionOf, formatDecimal, formatMean } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { ticksFrom } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { netNow } from '../position/contract-money.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly position: WireOverseaPosition | undefined;
  readonly tick: LiveTick | undefined;
}

/** The open position of this instrument, in one line above the ladder. */
export function LadderPosition({ instrument, position, tick }: Props) {
  const words = useWords(overseaTradeWords);
  const { signed } = useWalletMoney(instrument);
  if (position === undefined)
    return (
      <section className="price-ladder__position price-ladder__position--none">{words.noPosition}</section>
    );
  const isLong = position.tradeType === 'LONG';
  const net = netNow(instrument, position, tick)?.net;
  const up = tick === undefined ? 0 : ticksFrom(position.entryPrice, tick.last, instrument.tickSize);
  const ticks = isLong ? up : -up;
  const sign = ticks > 0 ? '+' : ticks < 0 ? '−' : '';
  return (
    <section className="price-ladder__position" aria-label={words.position}>
      <span className="price-ladder__held">
        <Badge tone={isLong ? 'solid-up' : 'solid-down'}>{words.side[position.tradeType]}</Badge>
        <b className="figure">{formatDecimal(String(position.qty))}</b>
        <span className="text-caption figure">{formatMean(position.entryPrice, instrument.precision)}</span>
      </span>
      <span className={`price-ladder__profit figure figure--${directionOf(net)}`}>
        <b>{signed(net)}</b>
        <span>{words.ticks(`${sign}${formatDecimal(String(Math.abs(ticks)))}`)}</span>
      </span>
    </section>
  );
}
