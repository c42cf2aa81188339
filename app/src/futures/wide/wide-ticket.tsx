// The ticket of a wide screen: the phone's form with its fields named and the exits entered in place, and its two buttons.
import { directionOf } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import { type ReactNode, useId, useState } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { TicketPanel } from '../../shell/layouts/ticket-panel.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useNavigate } from '../../shell/routing/router.tsx';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { keyboardFor } from '../../ui/fields/number-field.tsx';
import { useTypedNumber } from '../../ui/typing/use-typed-number.ts';
import { feePercent, quoteCurrency, walletCurrency } from '../account/unit-words.ts';
import { availableNow } from '../account/use-surroundings.ts';
import { AttachedExitsSheet } from '../order-form/attached-exits-sheet.tsx';
import { OrderDock } from '../order-form/order-dock.tsx';
import {
  type ExitsProps,
  type FactsProps,
  type FormParts,
  liquidationText,
  OrderForm,
} from '../order-form/order-form.tsx';
import { exitTexts } from '../order-form/order-preview.ts';
import { hasExits, type OrderTicket, useFirstPrice } from '../order-form/order-ticket.ts';
import { useOrderForm } from '../order-form/use-order-form.ts';
import { GuestDock } from '../trade/guest-dock.tsx';
import './wide-ticket.css';
import type { WideTradeProps } from './wide-trade.tsx';

type Props = Pick<WideTradeProps, 'instrument' | 'isGuest' | 'desk' | 'ticketStore' | 'onLeverage'>;

export function WideTicket({ instrument, isGuest, desk, ticketStore, onLeverage }: Props) {
  const form = useOrderForm(instrument, ticketStore);
  const navigate = useNavigate();
  useFirstPrice(ticketStore, form.tick, instrument);
  const open = isGuest ? () => void navigate({ to: '/signin' }) : onLeverage;
  return (
    <TicketPanel
      className="futures-ticket"
      isGuest={isGuest}
      form={
        <OrderForm
          instrument={instrument}
          form={form}
          isGuest={isGuest}
          onLeverage={open}
          onMarginType={open}
          parts={WIDE_PARTS}
        />
      }
    >
      {isGuest ? (
        <GuestDock />
      ) : (
        <OrderDock instrument={instrument} ticketStore={ticketStore} desk={desk} isWide />
      )}
    </TicketPanel>
  );
}

/** The side for which the exits are on the right sides of its entry; its profit and loss are shown. */
function meantSide({ previews, form: { ticket } }: Pick<ExitsProps, 'previews' | 'form'>) {
  const sides = (['LONG', 'SHORT'] as const).filter((side) => previews[side]?.refusal !== 'TPSL_REJECTED');
  return sides.length === 1 || hasExits(ticket) ? sides[0] : undefined;
}

function ExitLines({ instrument, form, previews, isSetting, onSetting }: ExitsProps) {
  const words = useWords(futuresTradeWords);
  const wideText = useWords(futuresWideWords);
  const [isDetailed, setDetailed] = useState(false);
  const { ticket } = form;
  if (ticket.reduceOnly || (!isSetting && !hasExits(ticket))) return null;
  const side = meantSide({ previews, form });
  const figures = side && previews[side]?.figures;
  const { takeProfit, stopLoss } = ticket.exits;
  const line = (kind: 'takeProfit' | 'stopLoss') => (
    <ExitLine
      kind={kind}
      instrument={instrument}
      ticket={ticket}
      net={figures?.[kind] && exitTexts(figures[kind]).net}
    />
  );
  const watched = [takeProfit, stopLoss].map(({ isMark }) => words.watched[isMark ? 'mark' : 'last']);
  return (
    <div className="futures-ticket__exits">
      {line('takeProfit')}
      {line('stopLoss')}
      <button
        type="button"
        className="futures-ticket__detail text-micro"
        aria-haspopup="dialog"
        onClick={() => setDetailed(true)}
      >
        {wideText.exitsBy([...new Set(watched)].join(' · '))}
      </button>
      <AttachedExitsSheet
        open={isDetailed}
        onClose={() => {
          setDetailed(false);
          onSetting(hasExits(form.ticket));
        }}
        instrument={instrument}
        form={form}
      />
    </div>
  );
}

interface LineProps {
  readonly kind: 'takeProfit' | 'stopLoss';
  readonly instrument: WireFuturesOption;
  readonly ticket: OrderTicket;
  /** After fees; undefined while it cannot be computed. */
  readonly net: string | undefined;
}

function ExitLine({ kind, instrument, ticket, net }: LineProps) {
  const words = useWords(futuresTradeWords);
  const { signedFigure } = useMoneyText(walletCurrency(instrument));
  const id = useId();
  const leg = ticket.exits[kind];
  const rule = { precision: instrument.precision, min: '0' };
  const { shown, handlers } = useTypedNumber({
    value: leg.price,
    onChange: (price) => ticket.change({ exits: { ...ticket.exits, [kind]: { ...leg, price } } }),
    rule,
    isPadded: leg.price !== '',
  });
  return (
    <label className="futures-ticket__exit input-box" htmlFor={id}>
      <span className="text-caption">{words.leg[kind]}</span>
      <input
        {...handlers}
        id={id}
        className="figure"
        aria-label={words.legPrice(words.leg[kind], quoteCurrency(instrument))}
        autoComplete="off"
        inputMode={keyboardFor(rule)}
        placeholder="0"
        value={shown}
      />
      <span className={`futures-ticket__worth figure${toneClass(directionOf(net))}`}>
        {leg.price === '' || net === undefined ? '' : signedFigure(net)}
      </span>
    </label>
  );
}

/** What the order takes, where it would be liquidated, and what is left. */
function WideFacts({ instrument, form, previews, isGuest }: FactsProps) {
  const words = useWords(futuresTradeWords);
  const wideText = useWords(futuresWideWords);
  const { engine, account } = form.around;
  if (instrument.terms === null || engine === undefined) return null;
  const held = account.positions.find(({ futuresOptionId }) => futuresOptionId === instrument.id);
  // The side that opens more is the one whose margin is needed.
  const figures = previews[held?.tradeType ?? 'LONG']?.figures;
  const money = (units: bigint | undefined) =>
    formatMoney(units === undefined ? undefined : toDecimal(units), walletCurrency(instrument)).figure;
  const texts = { words, precision: instrument.precision };
  const after = figures?.after?.available;
  return (
    <dl className="futures-ticket__facts">
      <Fact name={words.neededMargin}>{money(figures?.margin)}</Fact>
      <Fact name={words.fee(feePercent(instrument))}>{money(figures?.fee)}</Fact>
      {!isGuest && (
        <>
          <Fact name={words.liquidationAfter} isLevel>
            {liquidationText('LONG', previews.LONG, texts)}
            <br />
            {liquidationText('SHORT', previews.SHORT, texts)}
          </Fact>
          <Fact name={after === undefined ? words.available : wideText.availableAfter}>
            {after === undefined
              ? formatMoney(availableNow(engine), walletCurrency(instrument)).figure
              : money(after)}
          </Fact>
        </>
      )}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  /** A liquidation price. */
  readonly isLevel?: boolean;
  readonly children: ReactNode;
}

const Fact = ({ name, isLevel = false, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={isLevel ? 'figure futures-ticket__level' : 'figure'}>{children}</dd>
  </div>
);

const WIDE_PARTS: FormParts = { Exits: ExitLines, Facts: WideFacts };
