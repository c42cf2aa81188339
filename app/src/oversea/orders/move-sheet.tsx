// The confirmation after a line was dragged: from which price to which, and the effect. The price can be corrected by
// hand.

import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useRef } from 'react';
import { useWords } from '../../text/language.tsx';
import { type OverseaTradeWords, overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { netAt } from '../position/contract-money.ts';
import './move-sheet.css';
import { isOnGrid } from '../../market/prices/price-grid.ts';
import { exitTicks, type Move, type Moves } from './use-moves.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly moves: Moves;
}

export function MoveSheet({ instrument, moves }: Props) {
  const words = useWords(overseaTradeWords);
  // The sheet keeps its content until its closing animation has ended.
  const last = useRef<Move>(undefined);
  if (moves.asked) last.current = moves.asked;
  const move = moves.asked ?? last.current;
  return (
    <BottomSheet
      open={moves.asked !== undefined}
      onClose={moves.close}
      title={move ? titleOf(move, words) : words.lineMoved.title}
      closeLabel={words.close}
      action={move && <Actions instrument={instrument} moves={moves} move={move} />}
    >
      {move && <Facts instrument={instrument} moves={moves} move={move} />}
    </BottomSheet>
  );
}

const titleOf = (move: Move, words: OverseaTradeWords): string =>
  move.kind === 'order' ? words.lineMoved.title : words.lineMoved.exitTitle(words.leg[move.leg]);

interface PartProps extends Props {
  readonly move: Move;
}

function Actions({ instrument, moves, move }: PartProps) {
  const words = useWords(overseaTradeWords);
  const isGood = isOnGrid(move.to, instrument.tickSize);
  const isWrongSide = move.kind === 'exit' && exitTicks(move, instrument) <= 0;
  return (
    <>
      <Button
        kind="tonal"
        disabled={moves.isBusy}
        onPress={() => {
          moves.close();
          void moves.remove(move);
        }}
      >
        {move.kind === 'order' ? words.lineMoved.cancel : words.lineMoved.exitCancel(words.leg[move.leg])}
      </Button>
      <Button
        disabled={!isGood || isWrongSide}
        busy={moves.isBusy}
        onPress={() => {
          moves.close();
          void moves.apply(move);
        }}
      >
        {move.kind === 'order' ? words.lineMoved.movePlain : words.apply}
      </Button>
    </>
  );
}

function Facts({ instrument, moves, move }: PartProps) {
  const words = useWords(overseaTradeWords);
  const { signed } = useWalletMoney(instrument);
  const shown = (price: string | null) => formatPrice(price ?? undefined, instrument.precision);
  const stepper = (
    <Stepper
      label={words.lineMoved.to}
      words={{ less: words.tickDown, more: words.tickUp }}
      value={move.to}
      onChange={(to) => moves.open({ ...move, to })}
      step={instrument.tickSize}
      precision={instrument.precision}
      minus={instrument.terms?.mayBeNegative}
      isPadded
      size="large"
    />
  );
  if (move.kind === 'order') {
    const { order } = move;
    const side = words.side[order.tradeType];
    return (
      <div className="move-sheet">
        <KeyValueList framed>
          <KeyValue name={words.lineMoved.from}>
            {`${words.lineMoved.order(side, formatDecimal(String(order.qty)))} · ${shown(order.price)}`}
          </KeyValue>
        </KeyValueList>
        {stepper}
        <p className="text-caption">{words.lineMoved.note}</p>
      </div>
    );
  }
  const { position, leg } = move;
  const ticks = exitTicks(move, instrument);
  return (
    <div className="move-sheet">
      <KeyValueList framed>
        <KeyValue name={words.lineMoved.from}>
          {shown(leg === 'TP' ? position.tpPrice : position.slPrice)}
        </KeyValue>
        <KeyValue name={words.lineMoved.to} strong>
          {words.ticks(formatDecimal(String(ticks)))}
        </KeyValue>
        <KeyValue name={words.lineMoved.worth}>
          {signed(netAt(instrument, position, move.to || '0')?.net)}
        </KeyValue>
      </KeyValueList>
      {stepper}
      {ticks <= 0 && (
        <p className="move-sheet__fault" role="alert">
          {words.lineMoved.wrongSide}
        </p>
      )}
    </div>
  );
}
