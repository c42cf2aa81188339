// The question before an order: everything that it commits to, in words and figures.

import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/market';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import './confirm-order-sheet.css';
import type { OrderWish } from '../orders/order-wish.ts';
import type { LiveTick } from '../price/live-tick.ts';
import { comparePrices } from '../price/price-grid.ts';
import { previewOrder } from './order-preview.ts';
import { useSurroundings } from './use-surroundings.ts';

interface Props {
  readonly open: boolean;
  readonly wish: OrderWish | undefined;
  readonly option: WireOverseaOption;
  readonly tick: LiveTick | undefined;
  /** The market closed while the question was open. */
  readonly isGone: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (wish: OrderWish) => void;
}

export function ConfirmOrderSheet({ open, wish, option, tick, isGone, onClose, onConfirm }: Props) {
  const words = useWords(overseaTradeWords);
  const side = wish?.tradeType === 'SHORT' ? words.sell : words.buy;
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.confirmTitle(side)}
      closeLabel={words.close}
      action={
        wish && (
          <Button
            kind={isGone ? 'primary' : wish.tradeType === 'LONG' ? 'up' : 'down'}
            disabled={isGone}
            onPress={() => onConfirm(wish)}
          >
            {isGone ? words.confirmGone : words.place({ side, count: formatDecimal(String(wish.qty)) })}
          </Button>
        )
      }
    >
      {wish && <Facts wish={wish} option={option} tick={tick} />}
    </BottomSheet>
  );
}

interface FactsProps extends Pick<Props, 'option' | 'tick'> {
  readonly wish: OrderWish;
}

function Facts({ wish, option, tick }: FactsProps) {
  const words = useWords(overseaTradeWords);
  const { language } = useLanguage();
  const { money } = useMoneyText(option.terms?.walletCurrency ?? 'KRW');
  const { tradeType: side, marketType: type, qty } = wish;
  const preview = previewOrder(useSurroundings(option, tick), wish);
  const shown = (price: string | undefined) => formatPrice(price, option.precision);
  const ticks = (count: number | undefined) =>
    count ? words.ticks(formatDecimal(String(count))) : words.confirmNone;
  const typeName = { MARKET: words.market, LIMIT: words.limit, STOPMARKET: words.mit }[type];
  const percent = (room: { readonly room: number } | undefined) => `${room?.room ?? 100}%`;
  return (
    <>
      <div className="confirm-order">
        <KeyValueList framed>
          <KeyValue name={words.confirmInstrument}>{nameOf(option, language)}</KeyValue>
          <KeyValue name={words.confirmType}>{typeName}</KeyValue>
          <KeyValue name={words.confirmPrice}>
            {type === 'MARKET'
              ? words.confirmMarketPrice(shown(side === 'LONG' ? tick?.ask : tick?.bid))
              : shown(wish.price)}
          </KeyValue>
          {type !== 'MARKET' && (
            <KeyValue name={words.confirmWaits}>{waitsFor({ wish, tick, words, shown })}</KeyValue>
          )}
          <KeyValue name={words.confirmCount} strong>
            {words.contracts(formatDecimal(String(qty)))}
          </KeyValue>
          {wish.reduceOnly !== true && (
            <KeyValue name={words.confirmExits}>{`${ticks(wish.tpTick)} · ${ticks(wish.slTick)}`}</KeyValue>
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

interface Waiting {
  readonly wish: OrderWish;
  readonly tick: LiveTick | undefined;
  readonly words: ReturnType<typeof useWords<typeof overseaTradeWords.ko>>;
  readonly shown: (price: string | undefined) => string;
}

/**
 * The direction of a trigger is fixed when it is placed: by which side of the last price it lies on (docs/rules.md
 * 4.2).
 */
function waitsFor({ wish, tick, words, shown }: Waiting): string {
  if (wish.marketType === 'LIMIT' || tick === undefined || wish.price === undefined) return words.waitsLimit;
  const isAbove = comparePrices(wish.price, tick.last) > 0;
  return (isAbove ? words.waitsAbove : words.waitsBelow)(shown(wish.price));
}
