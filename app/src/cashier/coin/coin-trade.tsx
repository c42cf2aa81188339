// Buying a coin for won and selling it for won, at the rate of the site.
import { readAmount } from '@maru/client/format-amount';
import { applyBuy, applySell } from '@maru/contract/cashier/calls';
import { exchangeRateOf } from '@maru/contract/rates/calls';
import { divide, ONE, toDecimal } from '@maru/engine/amount';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useWide } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { AmountEntry } from '../../ui/fields/amount-entry.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { PayoutCard, usePayoutChoice } from '../payouts/payout-card.tsx';
import { PendingRequest, usePendingRequest } from '../request/pending-request.tsx';
import { LimitsLink, RequestNotes } from '../request/request-notes.tsx';
import { placesOf, unitsOf, useAmount } from '../request/use-amount.ts';
import { useCurrencyOf, useHeld, useWalletName, WON_WALLET } from '../wallets/wallet-names.ts';
import './coin-trade.css';

interface Rate {
  readonly rate: string;
  readonly isStale: boolean;
}

function useRate(coin: string): Rate | undefined {
  return useAnswer(exchangeRateOf, { base: coin }).reply;
}

/** Cut to what the server credits: coins in eight places. */
const coinsFor = (won: bigint, rate: bigint): bigint => (rate === 0n ? 0n : divide(won * ONE, rate, 'down'));
const wonFor = (coins: bigint, rate: bigint): bigint => divide(coins * rate, ONE * ONE, 'down') * ONE;

export function CoinBuy({ coin }: { readonly coin: string }) {
  const words = useWords(cashierWords);
  const { language } = useLanguage();
  const isWide = useWide();
  const currencyOf = useCurrencyOf();
  const won = useMoneyText(currencyOf(WON_WALLET));
  const coins = useMoneyText(currencyOf(coin));
  const rate = useRate(coin);
  const amount = useAmount();
  const pending = usePendingRequest('WB');
  const alerts = useAlerts();
  const { busy, send } = useCall(applyBuy, { untilKnown: true });
  const received = toDecimal(coinsFor(amount.units, unitsOf(rate?.rate)));
  const isPriced = amount.value !== '' && rate !== undefined;

  async function ask() {
    if (amount.value === '') return amount.refuse({ code: 'EMPTY', message: words.enterDeposit });
    const outcome = await send({ body: { walletType: coin, won: amount.value, point: received } });
    if (!outcome) return;
    if (!outcome.ok) return amount.refuse(outcome);
    amount.clear();
    pending.reload();
    alerts.show(words.requested);
  }

  return (
    <AmountEntry
      question={words.buyQuestion}
      unit={won.unit}
      precision={placesOf(currencyOf(WON_WALLET))}
      value={amount.draft}
      onChange={amount.type}
      reading={readAmount(amount.value, language)}
      aside={
        isPriced ? (
          <>
            {words.receivedCoins} <b className="figure">{coins.money(received)}</b>
          </>
        ) : undefined
      }
      error={amount.refusal?.message}
      hasPad={!isWide}
      startsOpen
      padWords={words}
      foot={
        <>
          <PendingRequest request={pending.request} />
          <div className="coin-trade__do">
            <Button
              disabled={rate === undefined || rate.isStale}
              busy={busy}
              busyLabel={words.sending}
              onPress={() => void ask()}
            >
              {isPriced ? words.buyDo(coins.money(received)) : words.buyNone}
            </Button>
          </div>
        </>
      }
    >
      <LimitsLink refusal={amount.refusal} />
      <TradeFacts coin={coin} rate={rate} />
      <RequestNotes notes={[words.buyNote]} />
    </AmountEntry>
  );
}

export function CoinSell({ coin }: { readonly coin: string }) {
  const words = useWords(cashierWords);
  const isWide = useWide();
  const currencyOf = useCurrencyOf();
  const walletName = useWalletName();
  const won = useMoneyText(currencyOf(WON_WALLET));
  const coins = useMoneyText(currencyOf(coin));
  const rate = useRate(coin);
  const held = useHeld(coin);
  const payout = usePayoutChoice(WON_WALLET);
  const amount = useAmount();
  const pending = usePendingRequest('WS');
  const alerts = useAlerts();
  const { busy, send } = useCall(applySell, { untilKnown: true });
  const isAbove = held !== undefined && amount.units > unitsOf(held);
  const sold = won.money(toDecimal(wonFor(amount.units, unitsOf(rate?.rate))));
  const isPriced = amount.value !== '' && rate !== undefined;

  async function ask() {
    if (amount.value === '') return amount.refuse({ code: 'EMPTY', message: words.enterWithdraw });
    const outcome = await send({ body: { walletType: coin, point: amount.value } });
    if (!outcome) return;
    if (!outcome.ok) return amount.refuse(outcome);
    amount.clear();
    pending.reload();
    alerts.show(words.requested);
  }

  return (
    <AmountEntry
      question={words.sellQuestion}
      unit={coins.unit}
      precision={placesOf(currencyOf(coin))}
      value={amount.draft}
      onChange={amount.type}
      reading={
        <>
          {words.walletHeld(walletName(coin))} <b className="figure">{coins.money(held)}</b>
        </>
      }
      action={
        <Button
          kind="tonal"
          size="small"
          disabled={held === undefined}
          onPress={() => amount.type(held ?? '')}
        >
          {words.all}
        </Button>
      }
      error={amount.refusal?.message ?? (isAbove ? words.convertAbove : undefined)}
      hasPad={!isWide}
      startsOpen
      padWords={words}
      foot={
        <>
          <PendingRequest request={pending.request} />
          <div className="coin-trade__do">
            <Button
              disabled={rate === undefined || rate.isStale || isAbove}
              busy={busy}
              busyLabel={words.sending}
              onPress={() => void ask()}
            >
              {isPriced ? words.sellDo(coins.money(amount.value)) : words.sellNone}
            </Button>
          </div>
        </>
      }
    >
      <LimitsLink refusal={amount.refusal} />
      <TradeFacts coin={coin} rate={rate} received={isPriced ? sold : undefined} />
      <PayoutCard payout={payout} />
      <RequestNotes notes={[words.sellNote]} />
    </AmountEntry>
  );
}

interface FactsProps {
  readonly coin: string;
  readonly rate: Rate | undefined;
  /** The won of a sale. */
  readonly received?: string | undefined;
}

function TradeFacts({ coin, rate, received }: FactsProps) {
  const words = useWords(cashierWords);
  const { money } = useMoneyText(useCurrencyOf()(WON_WALLET));
  return (
    <div className="coin-trade__facts">
      <KeyValueList framed>
        <KeyValue strong name={words.rate}>
          {words.rateIs({ base: coin, counter: money(rate?.rate) })}
        </KeyValue>
        {received !== undefined && (
          <KeyValue strong name={words.receivedWon}>
            {received}
          </KeyValue>
        )}
      </KeyValueList>
      {rate?.isStale && <Note tone="warn">{words.rateStale}</Note>}
    </div>
  );
}
