// The ticket of a wide screen: the phone's form and its two buttons in one column, with what it takes to beat the fees.
import { formatDecimal } from '@maru/client/format';
import { amount, minus, toDecimal } from '@maru/engine/amount';
import { ticksBeyondFees } from '@maru/engine/oversea/net-profit';
import type { ReactNode } from 'react';
import { TicketPanel } from '../../shell/layouts/ticket-panel.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { overseaWideWords } from '../../text/oversea-wide.ts';
import { Gauge } from '../../ui/figures/gauge.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useWalletMoney } from '../account/wallet-money.ts';
import { CountRow } from '../order-form/count-row.tsx';
import { OrderDock } from '../order-form/order-dock.tsx';
import { OrderForm } from '../order-form/order-form.tsx';
import type { OrderPreview } from '../order-form/order-preview.ts';
import { useOrderForm } from '../order-form/use-order-form.ts';
import { ticksNet } from '../position/contract-money.ts';
import { termsOf } from '../position/engine-view.ts';
import { GuestDock } from '../trade/trade-dock.tsx';
import './wide-ticket.css';
import type { WideTradeProps } from './wide-trade.tsx';

type Props = Pick<WideTradeProps, 'instrument' | 'isGuest' | 'desk' | 'ticketStore'>;

export function WideTicket({ instrument, isGuest, desk, ticketStore }: Props) {
  const words = useWords(overseaTradeWords);
  const wideText = useWords(overseaWideWords);
  const { ticket, fault, preview } = useOrderForm(instrument, ticketStore);
  const left = preview && words.contracts(formatDecimal(String(preview.contractsLeft)));
  return (
    <TicketPanel
      className="wide-ticket"
      isGuest={isGuest}
      form={
        <OrderForm
          instrument={instrument}
          ticket={ticket}
          fault={fault}
          preview={preview}
          isGuest={isGuest}
          count={
            <>
              <CountRow qty={ticket.qty} onQty={(qty) => ticket.change({ qty })} instrument={instrument} />
              {!isGuest && left !== undefined && (
                <p className="wide-ticket__left text-micro figure">{wideText.canOrder(left)}</p>
              )}
            </>
          }
          facts={
            isGuest || preview === undefined ? undefined : (
              <Facts instrument={instrument} qty={ticket.qty} preview={preview} />
            )
          }
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

interface FactsProps extends Pick<Props, 'instrument'> {
  readonly qty: number;
  readonly preview: OrderPreview;
}

function Facts({ instrument, qty, preview }: FactsProps) {
  const words = useWords(overseaTradeWords);
  const accountText = useWords(overseaAccountWords);
  const wideText = useWords(overseaWideWords);
  const { money } = useWalletMoney(instrument);
  const { cross, positions } = useOverseaAccount();
  const terms = termsOf(instrument);
  // Opened and closed at the same price, the fees of both are all that is lost.
  const fees = ticksNet(instrument, 0, qty)?.replace('-', '');
  const ticks = terms && fees !== undefined && ticksBeyondFees(qty, amount(fees), terms, terms.unit);
  const [now, then] = [`${preview.before?.room ?? 100}%`, `${preview.after?.room ?? 100}%`];
  const held = positions.length > 0 ? cross : undefined;
  return (
    <>
      <dl className="order-form__facts">
        <Fact name={words.neededMargin}>{money(preview.margin)}</Fact>
        <Fact name={wideText.bothFees}>{money(fees)}</Fact>
        {typeof ticks === 'number' && (
          <Fact name={accountText.beyondFees}>{accountText.ticksOrMore(formatDecimal(String(ticks)))}</Fact>
        )}
      </dl>
      <dl className="order-form__facts">
        {held ? (
          <Fact name={wideText.toLossCut}>
            {money(toDecimal(minus(amount(held.equity), amount(held.losscut))))}
          </Fact>
        ) : (
          <Fact name={words.headroom}>{now === then ? now : words.headroomFromTo(now, then)}</Fact>
        )}
      </dl>
      <Gauge
        label={words.headroom}
        share={preview.after?.room ?? 100}
        danger={preview.after?.danger ?? 0}
        valueText={words.headroomSaid(now, then)}
      />
      {held && (
        <p className="wide-ticket__equity text-micro figure">
          <span className="wide-ticket__losscut">{accountText.lossCutAt(money(held.losscut))}</span>
          <span>
            {accountText.equity} <b>{money(held.equity)}</b>
          </span>
        </p>
      )}
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="order-form__fact">
    <dt>{name}</dt>
    <dd className="figure">{children}</dd>
  </div>
);
