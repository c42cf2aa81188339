// The confirmation before an order: everything that it commits to, in words and figures.
import { formatPrice, MISSING } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import type { ExitPreview } from '@maru/engine/futures/preview';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { feePercent, qtyText, walletCurrency } from '../account/unit-words.ts';
import { useSurroundings } from '../account/use-surroundings.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import './confirm-order-sheet.css';
import { type OrderPreview, preview } from './order-preview.ts';
import { refusalOf } from './refusal-text.ts';

interface Props {
  readonly open: boolean;
  readonly request: OrderRequest | undefined;
  readonly instrument: WireFuturesOption;
  readonly tick: LiveTick | undefined;
  /** The market closed while the sheet was open. */
  readonly isGone: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (request: OrderRequest) => void;
}

export function ConfirmOrderSheet({ open, request, instrument, tick, isGone, onClose, onConfirm }: Props) {
  const words = useWords(futuresTradeWords);
  const around = useSurroundings(instrument, tick);
  const judged = around.engine && request && preview(around.engine, request);
  const side = words.side[request?.tradeType ?? 'LONG'];
  const isShut = isGone || judged?.refusal !== undefined;
  const qty = judged?.figures && qtyText(toDecimal(judged.figures.qty), instrument);
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.confirmTitle(side)}
      closeLabel={words.close}
      action={
        request && (
          <Button
            kind={isShut ? 'primary' : request.tradeType === 'LONG' ? 'up' : 'down'}
            disabled={isShut}
            onPress={() => onConfirm(request)}
          >
            {isShut ? words.confirmGone : words.place({ side, qty: qty ?? '' })}
          </Button>
        )
      }
    >
      {open && request && judged && (
        <Facts request={request} instrument={instrument} tick={tick} judged={judged} />
      )}
    </BottomSheet>
  );
}

interface FactsProps extends Pick<Props, 'instrument' | 'tick'> {
  readonly request: OrderRequest;
  readonly judged: OrderPreview;
}

function Facts({ request, instrument, tick, judged: { figures, refusal } }: FactsProps) {
  const words = useWords(futuresTradeWords);
  const { language } = useLanguage();
  const { money, signed } = useMoneyText(walletCurrency(instrument));
  const { tradeType: side, marketType: type } = request;
  const { precision, tickSize, terms } = instrument;
  const price = (text: string | undefined) => formatPrice(text, precision);
  const level = (units: bigint | undefined) => (units === undefined ? words.none : price(toDecimal(units)));
  const text = (units: bigint | undefined) => (units === undefined ? undefined : toDecimal(units));
  const isMarket = type === 'MARKET' || type === 'STOPMARKET';
  const immediacy = request.postOnly
    ? words.immediacy.postOnly
    : request.ioc
      ? words.immediacy.ioc
      : undefined;
  const exit = (kind: 'takeProfit' | 'stopLoss', at: string | undefined, isMark: boolean | undefined) => {
    const worth: ExitPreview | undefined = figures?.[kind];
    return (
      at !== undefined && (
        <KeyValue name={words.confirmExit(words.leg[kind])}>
          {words.exitAt({ watched: words.watched[isMark ? 'mark' : 'last'], price: price(at) })}
          {worth && ` (${signed(toDecimal(worth.net))})`}
        </KeyValue>
      )
    );
  };
  return (
    <>
      <div className="futures-confirm">
        <KeyValueList framed>
          <KeyValue name={words.confirmInstrument}>{displayName(instrument.stock)}</KeyValue>
          <KeyValue name={words.confirmSetting}>
            {`${words.marginType[request.marginType]} ${words.leverage(String(request.leverage))}`}
          </KeyValue>
          <KeyValue name={words.confirmType}>
            {[words.type[type], immediacy, request.reduceOnly && words.reduceOnly]
              .filter(Boolean)
              .join(' · ')}
          </KeyValue>
          {request.stopPrice !== undefined && (
            <KeyValue name={words.confirmTrigger}>
              {words.triggerOf(words.watched[request.isMark ? 'mark' : 'last'], price(request.stopPrice))}
            </KeyValue>
          )}
          <KeyValue name={words.confirmPrice}>
            {isMarket
              ? words.confirmMarketPrice(price(side === 'LONG' ? tick?.ask : tick?.bid))
              : price(request.price)}
          </KeyValue>
          <KeyValue name={words.confirmQty} strong>
            {figures ? qtyText(toDecimal(figures.qty), instrument) : MISSING}
          </KeyValue>
          {figures !== undefined && figures.closedQty > 0n && (
            <KeyValue name={words.confirmClosed}>
              {qtyText(toDecimal(figures.closedQty), instrument)}
            </KeyValue>
          )}
          {exit('takeProfit', request.takeProfit, request.isMarkTp)}
          {exit('stopLoss', request.stopLoss, request.isMarkSl)}
          <KeyValue name={words.neededMargin} strong>
            {money(text(figures?.margin))}
          </KeyValue>
          <KeyValue name={words.fee(feePercent(instrument))}>{money(text(figures?.fee))}</KeyValue>
          <KeyValue name={words.confirmAvailable}>{money(text(figures?.after?.available))}</KeyValue>
          {figures?.positionAfter !== undefined && (
            <KeyValue name={words.confirmLiquidation}>
              {figures.liquidationBefore === undefined
                ? level(figures.liquidationAfter)
                : words.fromTo(level(figures.liquidationBefore), level(figures.liquidationAfter))}
            </KeyValue>
          )}
        </KeyValueList>
      </div>
      {refusal !== undefined && (
        <Note tone="warn">{refusalOf(refusal, { language, words, tickSize, qtyStep: terms?.qtyStep })}</Note>
      )}
      {isMarket && <Note raised>{words.confirmSlips}</Note>}
    </>
  );
}
