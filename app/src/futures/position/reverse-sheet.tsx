// Reversing a position: one order closes all of it and opens as much of the other side.
import { formatPrice } from '@maru/client/format';
import { toDecimal } from '@maru/engine/amount';
import { otherSide } from '@maru/engine/futures/terms';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { heldOf } from '../account/engine-view.ts';
import { qtyText, walletCurrency } from '../account/unit-words.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { preview } from '../order-form/order-preview.ts';
import { refusalOf } from '../order-form/refusal-text.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { useOrderDesk } from '../orders/use-order-desk.ts';
import { PositionHead } from './position-head.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionAround } from './use-position-around.ts';

export function ReverseSheet({ open, ...props }: PositionSheetProps) {
  const words = useWords(futuresPositionWords);
  return open ? (
    <OpenSheet {...props} />
  ) : (
    <BottomSheet open={false} onClose={props.onClose} title={words.reverseTitle} closeLabel={words.dismiss}>
      {null}
    </BottomSheet>
  );
}

function OpenSheet({ holding, instrument, onClose }: Omit<PositionSheetProps, 'open'>) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { language } = useLanguage();
  const { money, signed } = useMoneyText(walletCurrency(instrument));
  const desk = useOrderDesk(useListedFutures().reload);
  const around = usePositionAround(instrument);
  const { position } = holding;
  const side = otherSide(position.tradeType);
  const request: OrderRequest = {
    futuresOptionId: instrument.id,
    tradeType: side,
    marketType: 'MARKET',
    leverage: position.leverage,
    marginType: position.marginType,
    qty: toDecimal(heldOf(position).qty * 2n),
  };
  const { figures, refusal } = (around && preview(around, request)) ?? {};
  const text =
    refusal &&
    refusalOf(refusal, {
      language,
      words: trade,
      tickSize: instrument.tickSize,
      qtyStep: instrument.terms?.qtyStep,
    });
  const decimal = (units: bigint | undefined) => (units === undefined ? undefined : toDecimal(units));
  const own = qtyText(position.qty, instrument);
  const liquidation = figures?.liquidationAfter;
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.reverseTitle}
      closeLabel={words.dismiss}
      action={
        <Button
          busy={desk.underWay !== undefined}
          busyLabel={desk.isChecking ? trade.checking : undefined}
          disabled={figures === undefined || refusal !== undefined}
          onPress={() => void desk.place(request).then(onClose)}
        >
          {words.reverseDo(trade.shortSide[side])}
        </Button>
      }
    >
      <div className="position-sheet">
        <PositionHead holding={holding} instrument={instrument} />
        <KeyValueList framed>
          <KeyValue name={words.reverseCloses}>
            {words.sideQty(trade.shortSide[position.tradeType], own)}
          </KeyValue>
          <KeyValue name={words.netAfter}>{signed(decimal(figures?.closed.net))}</KeyValue>
          <KeyValue name={words.reverseOpens} strong>
            {words.sideQty(trade.shortSide[side], own)}
          </KeyValue>
          <KeyValue name={words.newMargin}>{money(decimal(figures?.margin))}</KeyValue>
          <KeyValue name={words.fees}>{money(decimal(figures?.fee))}</KeyValue>
          <KeyValue name={words.newLiquidation}>
            {liquidation === undefined
              ? words.never
              : formatPrice(toDecimal(liquidation), instrument.precision)}
          </KeyValue>
        </KeyValueList>
        {text !== undefined && (
          <p role="alert" className="position-sheet__refusal text-caption">
            {text}
          </p>
        )}
        <p className="text-caption">{words.closeNote}</p>
      </div>
    </BottomSheet>
  );
}
