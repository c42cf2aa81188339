// Closing all or a part of a position at the market: what it would bring after fees, and the order itself.
import { directionOf } from '@maru/client/format';
import { toDecimal } from '@maru/engine/amount';
import { otherSide } from '@maru/engine/futures/terms';
import { useState } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Slider } from '../../ui/controls/slider.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { heldOf } from '../account/engine-view.ts';
import { qtyText, walletCurrency } from '../account/unit-words.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { percentOf, preview } from '../order-form/order-preview.ts';
import { refusalOf } from '../order-form/refusal-text.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { useOrderDesk } from '../orders/use-order-desk.ts';
import { PositionHead } from './position-head.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionAround } from './use-position-around.ts';

interface Props extends PositionSheetProps {
  /** It starts at a half, and at the whole otherwise. */
  readonly isPart: boolean;
}

export function CloseSheet({ open, ...props }: Props) {
  const words = useWords(futuresPositionWords);
  return open ? (
    <OpenSheet {...props} />
  ) : (
    <BottomSheet open={false} onClose={props.onClose} title={words.closeTitle} closeLabel={words.dismiss}>
      {null}
    </BottomSheet>
  );
}

function OpenSheet({ holding, instrument, isPart, onClose }: Omit<Props, 'open'>) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { language } = useLanguage();
  const { signed } = useMoneyText(walletCurrency(instrument));
  const [percent, setPercent] = useState(isPart ? 50 : 100);
  const desk = useOrderDesk(useListedFutures().reload);
  const around = usePositionAround(instrument);
  const { position } = holding;
  const held = heldOf(position);
  const step = around?.terms.qtyStep ?? held.qty;
  const qty = percent === 100 ? position.qty : percentOf(held.qty, percent, step);
  const request: OrderRequest = {
    futuresOptionId: instrument.id,
    tradeType: otherSide(position.tradeType),
    marketType: 'MARKET',
    leverage: position.leverage,
    marginType: position.marginType,
    reduceOnly: true,
    qty,
  };
  const { figures, refusal } = (around && preview(around, request)) ?? {};
  const closed = figures?.closed;
  const text =
    refusal &&
    refusalOf(refusal, {
      language,
      words: trade,
      tickSize: instrument.tickSize,
      qtyStep: instrument.terms?.qtyStep,
    });
  const money = (units: bigint | undefined) => signed(units === undefined ? undefined : toDecimal(units));
  const leftQty = held.qty - (figures?.closedQty ?? 0n);
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.closeTitle}
      closeLabel={words.dismiss}
      action={
        <Button
          busy={desk.underWay !== undefined}
          busyLabel={desk.isChecking ? trade.checking : undefined}
          disabled={figures === undefined || refusal !== undefined}
          onPress={() => void desk.place(request).then(onClose)}
        >
          {words.closeDo(qtyText(qty, instrument))}
        </Button>
      }
    >
      <div className="position-sheet">
        <PositionHead holding={holding} instrument={instrument} />
        <Slider
          label={words.closeShare}
          value={percent}
          format={(value) => `${value}%`}
          onChange={(value) => setPercent(Math.max(1, value))}
        />
        <KeyValueList framed>
          <KeyValue name={words.closeQty}>{qtyText(qty, instrument)}</KeyValue>
          <KeyValue name={words.leftQty}>{qtyText(toDecimal(leftQty), instrument)}</KeyValue>
          <KeyValue name={words.gross}>{money(closed?.gross)}</KeyValue>
          <KeyValue name={words.fees}>{money(closed && -(closed.entryFee + closed.exitFee))}</KeyValue>
          <KeyValue name={words.fundingPart}>{money(closed?.funding)}</KeyValue>
          <KeyValue name={words.netAfter} strong>
            <span className={toneClass(directionOf(closed && toDecimal(closed.net))).trim()}>
              {money(closed?.net)}
            </span>
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
