// The ticket of a wide screen: the phone's form with its fields named and the exits entered in place, and its two buttons.
import { directionOf, MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import type { OrderSide } from '@maru/engine/futures/terms';
import { type ReactNode, useId, useState } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { WhyValue } from '../../receipt/why-value.tsx';
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
import { CopyBanner } from '../copied/copy-banner.tsx';
import { AttachedExitsSheet } from '../order-form/attached-exits-sheet.tsx';
import { OrderDock } from '../order-form/order-dock.tsx';
import {
  type FactsProps,
  liquidationText,
  neededFigures,
  useDefaultStops,
  useOrderWhy,
} from '../order-form/order-facts.tsx';
import { type ExitsProps, type FormParts, OrderForm } from '../order-form/order-form.tsx';
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
        <>
          <CopyBanner instrument={instrument} />
          <OrderDock instrument={instrument} ticketStore={ticketStore} desk={desk} isWide />
        </>
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
  const side = meantSide({ previews, form });
  const figures = side && previews[side]?.figures;
  const { ask, sheet } = useOrderWhy({ instrument, form, previews, isGuest: false }, figures);
  if (ticket.reduceOnly || (!isSetting && !hasExits(ticket))) return null;
  const { takeProfit, stopLoss } = ticket.exits;
  const line = (kind: 'takeProfit' | 'stopLoss') => (
    <ExitLine
      kind={kind}
      instrument={instrument}
      ticket={ticket}
      net={figures?.[kind] && exitTexts(figures[kind]).net}
      onWhy={() => ask(kind)}
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
      {sheet}
    </div>
  );
}

interface LineProps {
  readonly kind: 'takeProfit' | 'stopLoss';
  readonly instrument: WireFuturesOption;
  readonly ticket: OrderTicket;
  /** After fees; undefined while it cannot be computed. */
  readonly net: string | undefined;
  readonly onWhy: () => void;
}

function ExitLine({ kind, instrument, ticket, net, onWhy }: LineProps) {
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
    <div className="futures-ticket__exit input-box">
      <label className="text-caption" htmlFor={id}>
        {words.leg[kind]}
      </label>
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
        {leg.price !== '' && net !== undefined && (
          <WhyValue label={words.whyOf(words.leg[kind], signedFigure(net))} onPress={onWhy}>
            {signedFigure(net)}
          </WhyValue>
        )}
      </span>
    </div>
  );
}

/** What the order takes, where it would be liquidated, and what is left; each computed figure can be asked about. */
function WideFacts(props: FactsProps) {
  const { instrument, form, previews, isGuest } = props;
  const words = useWords(futuresTradeWords);
  const wideText = useWords(futuresWideWords);
  const { engine } = form.around;
  const { ask, sheet } = useOrderWhy(props);
  const stops = useDefaultStops(props);
  if (instrument.terms === null || engine === undefined) return null;
  const figures = neededFigures(props);
  const money = (units: bigint | undefined) =>
    formatMoney(units === undefined ? undefined : toDecimal(units), walletCurrency(instrument)).figure;
  const texts = { words, precision: instrument.precision };
  const after = figures?.after?.available;
  const cost = (kind: 'margin' | 'fee') =>
    figures === undefined ? (
      MISSING
    ) : (
      <WhyValue label={words.whyOf(words.why[kind], money(figures[kind]))} onPress={() => ask(kind)}>
        {money(figures[kind])}
      </WhyValue>
    );
  const liquidation = (side: OrderSide) => {
    const shown = liquidationText(side, previews[side], texts);
    return previews[side]?.figures?.liquidationAfter === undefined ? (
      shown
    ) : (
      <WhyValue label={words.whyOf(words.liquidationAfter, shown)} onPress={() => ask(side)}>
        {shown}
      </WhyValue>
    );
  };
  return (
    <>
      <dl className="futures-ticket__facts">
        <Fact name={words.neededMargin}>{cost('margin')}</Fact>
        <Fact name={words.fee(feePercent(instrument))}>{cost('fee')}</Fact>
        {!isGuest && (
          <>
            <Fact name={words.liquidationAfter} isLevel>
              {liquidation('LONG')}
              <br />
              {liquidation('SHORT')}
            </Fact>
            {stops && (
              <Fact name={stops.name}>
                {stops.LONG}
                <br />
                {stops.SHORT}
              </Fact>
            )}
            <Fact name={after === undefined ? words.available : wideText.availableAfter}>
              {after === undefined
                ? formatMoney(availableNow(engine), walletCurrency(instrument)).figure
                : money(after)}
            </Fact>
          </>
        )}
      </dl>
      {sheet}
    </>
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
