// The confirmation before an order: everything that it commits to, in words and figures.

import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import './confirm-order-sheet.css';
import { comparePrices } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { previewOrder } from './order-preview.ts';
import { useSurroundings } from './use-surroundings.ts';

interface Props {
  readonly open: boolean;
  readonly request: OrderRequest | undefined;
  readonly instrument: WireOverseaOption;
  readonly tick: LiveTick | undefined;
  /** The market closed while the sheet was open. */
  readonly isGone: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (request: OrderRequest) => void;
}

export function ConfirmOrderSheet({ open, request, instrument, tick, isGone, onClose, onConfirm }: Props) {
  const words = useWords(overseaTradeWords);
  const side = words.side[request?.tradeType ?? 'LONG'];
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.confirmTitle(side)}
      closeLabel={words.close}
      action={
        request && (
          <Button
            kind={isGone ? 'primary' : request.tradeType === 'LONG' ? 'up' : 'down'}
            disabled={isGone}
            onPress={() => onConfirm(request)}
          >
            {isGone ? words.confirmGone : words.place({ side, count: formatDecimal(String(request.qty)) })}
          </Button>
        )
      }
    >
      {request && <Facts request={request} instrument={instrument} tick={tick} />}
    </BottomSheet>
  );
}

interface FactsProps extends Pick<Props, 'instrument' | 'tick'> {
  readonly request: OrderRequest;
}

function Facts({ request, instrument, tick }: FactsProps) {
  const words = useWords(overseaTradeWords);
  const { language } = useLanguage();
  const { money } = useWalletMoney(instrument);
  const { tradeType: side, marketType: type, qty } = request;
  const preview = previewOrder(useSurroundings(instrument, tick), request);
  const shown = (price: string | undefined) => formatPrice(price, instrument.precision);
  const ticks = (count: number | undefined) =>
    count ? words.ticks(formatDecimal(String(count))) : words.confirmNone;
  /** The side of the last price on which a trigger lies when it is placed decides its direction (docs/rules.md 4.2). */
  function waitsFor(): string {
    if (type === 'LIMIT' || tick === undefined || request.price === undefined) return words.waitsLimit;
    const isAbove = comparePrices(request.price, tick.last) > 0;
    return (isAbove ? words.waitsAbove : words.waitsBelow)(shown(request.price));
  }
  const percent = (room: { readonly room: number } | undefined) => `${room?.room ?? 100}%`;
  return (
    <>
      <div className="confirm-order">
        <KeyValueList framed>
          <KeyValue name={words.confirmInstrument}>{nameOf(instrument, language)}</KeyValue>
          <KeyValue name={words.confirmType}>{words.type[type]}</KeyValue>
          <KeyValue name={words.confirmPrice}>
            {type === 'MARKET'
              ? words.confirmMarketPrice(shown(side === 'LONG' ? tick?.ask : tick?.bid))
              : shown(request.price)}
          </KeyValue>
          {type !== 'MARKET' && <KeyValue name={words.confirmWaits}>{waitsFor()}</KeyValue>}
          <KeyValue name={words.confirmCount} strong>
            {words.contracts(formatDecimal(String(qty)))}
          </KeyValue>
          {request.reduceOnly !== true && (
            <KeyValue
              name={words.confirmExits}
            >{`${ticks(request.tpTick)} · ${ticks(request.slTick)}`}</KeyValue>
          )}
          {preview && (
            <>
              <KeyValue name={words.neededMargin} strong>
                {money(preview.margin)}
              </KeyValue>
              <KeyValue name={words.commission}>{money(preview.commission)}</KeyValue>
              <KeyValue name={words.headroom}>
                {words.headroomFromTo(percent(preview.before), percent(preview.after))}
              </KeyValue>
            </>
          )}
        </KeyValueList>
      </div>
      {preview && !preview.isWithinReach && <Note tone="warn">{words.aboveAvailable}</Note>}
      {type !== 'LIMIT' && <Note raised>{words.confirmSlips}</Note>}
    </>
  );
}
