// A new P2P request: how much, in whose name, and what it costs and takes before the tap.
import { applyP2p, p2pTerms } from '@maru/contract/cashier/p2p';
import { divide, ONE, toDecimal } from '@maru/engine/amount';
import { MINUTE_MS } from '@maru/engine/time';
import { useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useConfirmedCall } from '../../shell/member/use-confirmed-call.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Field, FieldSign } from '../../ui/fields/field.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { isWholePhone } from '../../ui/typing/phone-mask.ts';
import { PayoutCard, usePayoutChoice } from '../payouts/payout-card.tsx';
import { AllButton } from '../request/all-button.tsx';
import { RequestEntry } from '../request/request-entry.tsx';
import { unitsOf, useAmount } from '../request/use-amount.ts';
import { useHeld, WON_WALLET } from '../wallets/wallet-names.ts';
import './p2p-request.css';

const COIN = 'USDT';

export function P2pRequest({ onAsked }: { readonly onAsked: () => void }) {
  const words = useWords(cashierP2pWords);
  const [side, setSide] = useState<'BUY' | 'SELL'>('BUY');
  return (
    <div className="p2p-request">
      <div className="p2p-request__sides">
        <Segmented
          label={words.sides}
          options={[
            { value: 'BUY', label: words.buy },
            { value: 'SELL', label: words.sell },
          ]}
          value={side}
          onChange={setSide}
        />
      </div>
      <SideEntry key={side} side={side} onAsked={onAsked} />
    </div>
  );
}

interface SideProps {
  readonly side: 'BUY' | 'SELL';
  readonly onAsked: () => void;
}

function SideEntry({ side, onAsked }: SideProps) {
  const words = useWords(cashierP2pWords);
  const pad = useWords(cashierWords);
  const isBuy = side === 'BUY';
  const won = useMoneyText('KRW');
  const coins = useMoneyText(COIN);
  const given = isBuy ? won : coins;
  const amount = useAmount();
  const terms = useAnswer(p2pTerms, { walletType: COIN });
  const held = useHeld(COIN);
  const { busy, send, question } = useConfirmedCall(applyP2p, { untilKnown: true });
  const known = terms.reply;
  const [typedPhone, setPhone] = useState<string>();
  const phone = typedPhone ?? known?.phone ?? '';
  const rate = unitsOf(known?.rate);
  const other = otherSide(amount.units, rate, isBuy);
  const isPriced = amount.value !== '' && rate > 0n;
  const wonAmount = isBuy ? amount.units : unitsOf(other);
  const isAbove = !isBuy && held !== undefined && amount.units > unitsOf(held);
  const fault = isAbove
    ? pad.convertAbove
    : isPriced && known && wonAmount < unitsOf(known.leastWon)
      ? words.leastWon(won.money(known.leastWon))
      : undefined;
  const shownCoins = coins.money(isBuy ? other : amount.value);
  const none = isBuy ? words.buyNone : words.sellNone;

  async function ask() {
    if (known === undefined || amount.value === '') return;
    const outcome = await send({
      body: {
        name: known.name,
        phone,
        point: amount.value,
        detailJson: JSON.stringify({ side, walletType: COIN }),
      },
    });
    if (!outcome) return;
    if (!outcome.ok) return amount.refuse(outcome);
    amount.clear();
    onAsked();
  }

  if (terms.state === 'failed')
    return <LoadFailed title={words.failed} message={terms.message} onRetry={terms.reload} />;
  return (
    <RequestEntry
      question={isBuy ? words.buyQuestion : words.sellQuestion}
      currency={isBuy ? 'KRW' : COIN}
      amount={amount}
      aside={
        isPriced ? (
          <>
            {isBuy ? words.receivedCoins : words.receivedWon}{' '}
            <b className="p2p-request__other figure">{isBuy ? coins.money(other) : won.money(other)}</b>
          </>
        ) : undefined
      }
      fault={fault}
      hasQuickAmounts={isBuy}
      foot={
        <>
          <p className="p2p-request__note text-micro">{isBuy ? words.buyNote : words.sellNote}</p>
          <div className="p2p-request__do">
            <Button
              disabled={!isPriced || fault !== undefined}
              busy={busy}
              busyLabel={words.sending}
              onPress={() => void ask()}
            >
              {isPriced ? (isBuy ? words.buyDo(shownCoins) : words.sellDo(shownCoins)) : none}
            </Button>
          </div>
        </>
      }
    >
      {!isBuy && (
        <div className="p2p-request__held">
          <span className="text-caption">
            {pad.held} <b className="figure">{coins.money(held)}</b>
          </span>
          <AllButton all={held} onAll={amount.type} />
        </div>
      )}
      <div className="p2p-request__fields">
        <Field
          label={isBuy ? words.name : words.ownName}
          name="name"
          value={known?.name ?? ''}
          locked
          onChange={() => {}}
        />
        <PhoneField
          label={words.phone}
          name="phone"
          value={phone}
          onChange={setPhone}
          action={isWholePhone(phone) && <FieldSign name="check" />}
        />
      </div>
      {!isBuy && <SalePayout />}
      <div className="p2p-request__facts">
        <KeyValueList framed>
          <KeyValue strong name={words.rate}>
            {pad.rateIs({ base: COIN, counter: won.money(known?.rate) })}
          </KeyValue>
          <KeyValue strong name={words.fee}>
            {given.money(isBuy ? known && '0' : known?.fee)}
          </KeyValue>
          <KeyValue strong name={words.payWithin}>
            {known === undefined ? '–' : words.minutes(Math.round(known.payWithinMs / MINUTE_MS))}
          </KeyValue>
          <KeyValue strong name={words.usual}>
            {known?.usualMs == null
              ? words.usualUnknown
              : words.minutes(Math.max(1, Math.round(known.usualMs / MINUTE_MS)))}
          </KeyValue>
        </KeyValueList>
      </div>
      {question}
    </RequestEntry>
  );
}

/** Won of a sale go to the confirmed bank account. */
const SalePayout = () => <PayoutCard payout={usePayoutChoice(WON_WALLET)} />;

function otherSide(units: bigint, rate: bigint, isBuy: boolean): string {
  if (rate === 0n) return '0';
  return isBuy
    ? toDecimal(divide(units * ONE, rate, 'down'))
    : toDecimal(divide(units * rate, ONE * ONE, 'down') * ONE);
}
