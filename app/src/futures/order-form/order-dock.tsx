// The dock at the bottom (design 06): the two sides, each with the most that can be ordered. An order that would be
// refused is explained before it is sent.

import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import type { OrderSide } from '@maru/engine/futures/terms';
import { useState } from 'react';
import { usePreferences } from '../../shell/device/device.tsx';
import { OwnLimitNote, ofSides } from '../../shell/member/own-limit-note.tsx';
import { type Judge, useOwnLimits } from '../../shell/member/own-limits.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { type Direction, DirectionPair } from '../../ui/buttons/direction-pair.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { qtyText } from '../account/unit-words.ts';
import { isClosedHere, useClosedSides, useCopyBar } from '../copied/use-copy-bar.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { ConfirmOrderSheet } from './confirm-order-sheet.tsx';
import './order-dock.css';
import { isStale } from './order-preview.ts';
import type { TicketStore } from './order-ticket.ts';
import { refusalOf } from './refusal-text.ts';
import { type ShutGate, useShutGate } from './trading-gate.ts';
import { useOrderForm } from './use-order-form.ts';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly ticketStore: TicketStore;
  readonly desk: OrderDesk;
  /** On a wide screen keys press the buttons. */
  readonly isWide?: boolean;
}

const WIDE_KEYS = { up: 'B', down: 'S' } as const;

const SIDES = { up: 'LONG', down: 'SHORT' } as const satisfies Record<Direction, OrderSide>;

export function OrderDock(props: Props) {
  const gate = useShutGate(props.instrument);
  return gate === undefined ? <OpenDock {...props} /> : <ShutDock kind={gate} />;
}

function OpenDock({ instrument, ticketStore, desk, isWide = false }: Props) {
  const words = useWords(futuresTradeWords);
  const { language } = useLanguage();
  const { show } = useAlerts();
  const { buyOnRight, confirmOrders } = usePreferences();
  const form = useOrderForm(instrument, ticketStore);
  const { ticket, around, tick } = form;
  const [asked, setAsked] = useState<OrderRequest>();
  const [isAsking, setAsking] = useState(false);
  const { tickSize, terms } = instrument;

  function press(direction: Direction) {
    const side = SIDES[direction];
    const refusal = form.previewOf(side)?.refusal;
    if (refusal !== undefined)
      return show(refusalOf(refusal, { language, words, tickSize, qtyStep: terms?.qtyStep }));
    const request = form.requestFor(side);
    if (!confirmOrders) return void desk.place(request);
    setAsked(request);
    setAsking(true);
  }

  function noteNow(): string | undefined {
    if (desk.isChecking) return `${words.checking} · ${words.checkingLead}`;
    if (around.engine && ticket.type !== 'LIMIT' && isStale(around.engine)) return words.stale;
    return terms?.mode === 'REDUCE_ONLY' ? words.onlyReduce : undefined;
  }

  function sideOf(side: OrderSide) {
    const word = words.side[side];
    const most = qtyText(toDecimal(form.largestOf(side)), instrument);
    return {
      word,
      isLocked: closedSides.has(side),
      why: isClosedHere(bar) ? bars[bar] : undefined,
      figure: (
        <span className="futures-dock__most">
          {`${words.most} `}
          <br />
          {most}
        </span>
      ),
      label: words.sideLabel({ side: word, type: words.type[ticket.type], most }),
    };
  }

  const bar = useCopyBar(instrument);
  const { bars } = useWords(copytradeWords);
  const closedSides = useClosedSides(instrument);
  const judge = useOwnLimits();
  const limitOf = (side: OrderSide, by: Judge) => {
    const { refusal, figures } = form.previewOf(side) ?? {};
    // Another rule comes first; an empty form is no order yet.
    const isJudged = refusal === undefined || refusal === 'ENTER_QTY';
    return isJudged && terms !== null ? by(terms.walletCurrency, figures?.stake) : undefined;
  };
  const limited = judge && {
    up: limitOf('LONG', judge),
    down: limitOf('SHORT', judge),
    words: { up: words.side.LONG, down: words.side.SHORT },
  };

  const note = noteNow();
  return (
    <Dock label={words.dock}>
      {note !== undefined && (
        <p className="futures-dock__note text-note" role="status">
          {note}
        </p>
      )}
      {limited && <OwnLimitNote {...ofSides(limited)} />}
      <DirectionPair
        label={words.sides}
        up={sideOf('LONG')}
        down={sideOf('SHORT')}
        flipped={buyOnRight}
        keys={isWide ? WIDE_KEYS : undefined}
        pending={desk.underWay && (desk.underWay.tradeType === 'LONG' ? 'up' : 'down')}
        onPress={press}
      />
      <ConfirmOrderSheet
        open={isAsking}
        request={asked}
        instrument={instrument}
        tick={tick}
        isGone={false}
        onClose={() => setAsking(false)}
        onConfirm={(confirmed) => {
          setAsking(false);
          void desk.place(confirmed);
        }}
      />
    </Dock>
  );
}

function ShutDock({ kind }: { readonly kind: ShutGate }) {
  const words = useWords(futuresTradeWords);
  return (
    <Dock label={words.dock}>
      <div className="futures-dock__shut" role="status">
        <b className="text-title3">{words.gate[kind]}</b>
        <span className="text-caption">{words.gateLead[kind]}</span>
      </div>
      <DirectionPair
        label={words.sides}
        up={{ word: words.side.LONG }}
        down={{ word: words.side.SHORT }}
        state="locked"
        onPress={() => {}}
      />
    </Dock>
  );
}

interface ListDockProps {
  /** Back to the order form. */
  readonly onOrder: () => void;
}

/** Under the lists (design 06b): the way back to the form. */
export function ListDock({ onOrder }: ListDockProps) {
  const words = useWords(futuresTradeWords);
  const { buyOnRight } = usePreferences();
  const side = (name: OrderSide) => ({ word: words.side[name], label: words.toOrder(words.side[name]) });
  return (
    <div className="futures-dock--list">
      <Dock label={words.dock}>
        <DirectionPair
          label={words.sides}
          up={side('LONG')}
          down={side('SHORT')}
          flipped={buyOnRight}
          onPress={onOrder}
        />
      </Dock>
    </div>
  );
}
