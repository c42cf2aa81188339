// The order of simple mode: at the market, with the exits of the position or else of the settings. What it takes is what the whole form shows.
import { formatDecimal } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { OrderFacts } from './order-form.tsx';
import type { OrderPreview } from './order-preview.ts';
import type { OrderTicket } from './order-ticket.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly ticket: OrderTicket;
  readonly preview: OrderPreview | undefined;
  readonly isGuest: boolean;
}

export function SimpleOrder({ instrument, ticket, preview, isGuest }: Props) {
  const words = useWords(overseaTradeWords);
  const exit = (leg: 'tp' | 'sl') => {
    const { isOn, ticks } = ticket[leg];
    return isOn ? `${formatDecimal(String(ticks))}${words.ticksAfter}` : words.simpleNoExit;
  };
  return (
    <div className="order-form order-form--simple">
      <p className="text-note figure">
        {isGuest
          ? words.atMarket
          : `${words.atMarket} · ${words.leg.TP} ${exit('tp')} · ${words.leg.SL} ${exit('sl')}`}
      </p>
      <OrderFacts instrument={instrument} preview={preview} isGuest={isGuest} />
    </div>
  );
}
