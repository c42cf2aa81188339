// The confirmation after a line was dragged: from which price to which, and the effect. The price can be corrected by
// hand.
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesPosition } from '@maru/contract/futures/wire';
import { price as priceOf, toDecimal } from '@maru/engine/amount';
import { exitPreview } from '@maru/engine/futures/preview';
import { UNIT } from '@maru/engine/futures/value';
import { useRef } from 'react';
import { isOnGrid } from '../../market/prices/price-grid.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { heldOf, termsOf } from '../account/engine-view.ts';
import { qtyTextOf, walletCurrency } from '../account/unit-words.ts';
import './move-sheet.css';
import { isExit } from './order-state.ts';
import type { Move, Moves } from './use-moves.ts';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly position: WireFuturesPosition | undefined;
  readonly moves: Moves;
}

export function MoveSheet({ moves, ...props }: Props) {
  const words = useWords(futuresOrdersWords);
  // The sheet keeps its content until its closing animation has ended.
  const last = useRef<Move>(undefined);
  if (moves.asked) last.current = moves.asked;
  const move = moves.asked ?? last.current;
  const title =
    move && isExit(move.order) ? words.move.exitTitle(words.type[move.order.marketType]) : words.move.title;
  const isGood = move !== undefined && Number(move.to) > 0 && isOnGrid(move.to, props.instrument.tickSize);
  return (
    <BottomSheet
      open={moves.asked !== undefined}
      onClose={moves.close}
      title={title}
      closeLabel={words.close}
      action={
        move && (
          <>
            <Button
              kind="tonal"
              disabled={moves.isBusy}
              onPress={() => {
                moves.close();
                void moves.remove(move);
              }}
            >
              {words.move.cancel}
            </Button>
            <Button
              disabled={!isGood}
              busy={moves.isBusy}
              onPress={() => {
                moves.close();
                void moves.apply(move);
              }}
            >
              {words.move.apply}
            </Button>
          </>
        )
      }
    >
      {move && <Facts {...props} move={move} onTo={(to) => moves.open({ ...move, to })} />}
    </BottomSheet>
  );
}

interface FactsProps extends Omit<Props, 'moves'> {
  readonly move: Move;
  readonly onTo: (to: string) => void;
}

function Facts({ instrument, position, move, onTo }: FactsProps) {
  const words = useWords(futuresOrdersWords);
  const { signed } = useMoneyText(walletCurrency(instrument));
  const { order, leg, to } = move;
  const net = isExit(order) && position !== undefined ? netAt(position, instrument, to) : undefined;
  const qty = order.qty === null ? words.whole : qtyTextOf(order.qty, instrument);
  return (
    <div className="futures-move">
      <KeyValueList framed>
        <KeyValue name={words.move.from}>
          {`${words.side[order.tradeType]} ${qty} · ${formatPrice(order[leg] ?? undefined, instrument.precision)}`}
        </KeyValue>
        {net !== undefined && <KeyValue name={words.move.worth}>{signed(net)}</KeyValue>}
      </KeyValueList>
      <Stepper
        label={words.move.to}
        words={{ less: words.priceDown, more: words.priceUp }}
        value={to}
        onChange={onTo}
        step={instrument.tickSize}
        precision={instrument.precision}
        min="0"
        isPadded
        size="large"
      />
      <p className="text-caption">{words.move.note}</p>
    </div>
  );
}

/** What closing the whole position at this price would leave after fees. */
function netAt(position: WireFuturesPosition, instrument: WireFuturesOption, at: string): string | undefined {
  const terms = termsOf(instrument);
  if (terms === undefined || !(Number(at) > 0)) return undefined;
  return toDecimal(exitPreview(heldOf(position), priceOf(at), terms, UNIT).net);
}
