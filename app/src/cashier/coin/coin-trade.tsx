// Buying a coin for won and selling it for won, at the rate of the site.
import { applyBuy, applySell } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { exchangeRateOf } from '@maru/contract/rates/calls';
import { divide, ONE, toDecimal } from '@maru/engine/amount';
import type { ReactNode } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { PayoutCard, usePayoutChoice } from '../payouts/payout-card.tsx';
import { PendingRequest } from '../request/pending-request.tsx';
import { RequestEntry } from '../request/request-entry.tsx';
import { RequestNotes } from '../request/request-notes.tsx';
import { type TypedAmount, unitsOf, useAmount } from '../request/use-amount.ts';
import { useAsking } from '../request/use-asking.ts';
import { useHeldLine } from '../request/use-held-line.tsx';
import { useCurrencyOf, WON_WALLET } from '../wallets/wallet-names.ts';
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
  const currencyOf = useCurrencyOf();
  const coins = useMoneyText(currencyOf(coin));
  const rate = useRate(coin);
  const amount = useAmount();
  const asking = useAsking(applyBuy, { type: 'WB', amount, empty: words.enterDeposit });
  const received = toDecimal(coinsFor(amount.units, unitsOf(rate?.rate)));
  const isPriced = amount.value !== '' && rate !== undefined;
  return (
    <TradeEntry
      question={words.buyQuestion}
      currency={currencyOf(WON_WALLET)}
      amount={amount}
      aside={
        isPriced ? (
          <>
            {words.receivedCoins} <b className="figure">{coins.money(received)}</b>
          </>
        ) : undefined
      }
      rate={rate}
      asking={asking}
      doLabel={isPriced ? words.buyDo(coins.money(received)) : words.buyNone}
      onAsk={() => asking.ask({ body: { walletType: coin, won: amount.value, point: received } })}
    >
      <TradeFacts coin={coin} rate={rate} />
      <RequestNotes notes={[words.buyNote]} />
    </TradeEntry>
  );
}

export function CoinSell({ coin }: { readonly coin: string }) {
  const words = useWords(cashierWords);
  const currencyOf = useCurrencyOf();
  const won = useMoneyText(currencyOf(WON_WALLET));
  const coins = useMoneyText(currencyOf(coin));
  const rate = useRate(coin);
  const payout = usePayoutChoice(WON_WALLET);
  const amount = useAmount();
  const { isAbove, line } = useHeldLine(coin, amount);
  const asking = useAsking(applySell, { type: 'WS', amount, empty: words.enterWithdraw });
  const sold = won.money(toDecimal(wonFor(amount.units, unitsOf(rate?.rate))));
  const isPriced = amount.value !== '' && rate !== undefined;
  return (
    <TradeEntry
      question={words.sellQuestion}
      currency={currencyOf(coin)}
      amount={amount}
      {...line}
      fault={isAbove ? words.convertAbove : undefined}
      rate={rate}
      asking={asking}
      doLabel={isPriced ? words.sellDo(coins.money(amount.value)) : words.sellNone}
      onAsk={() => asking.ask({ body: { walletType: coin, point: amount.value } })}
    >
      <TradeFacts coin={coin} rate={rate} received={isPriced ? sold : undefined} />
      <PayoutCard payout={payout} />
      <RequestNotes notes={[words.sellNote]} />
    </TradeEntry>
  );
}

interface EntryProps {
  readonly question: string;
  /** Of the amount that is typed. */
  readonly currency: string;
  readonly amount: TypedAmount;
  readonly reading?: ReactNode;
  readonly aside?: ReactNode;
  readonly action?: ReactNode;
  /** Why this amount cannot be asked for. */
  readonly fault?: string | undefined;
  readonly rate: Rate | undefined;
  readonly asking: {
    readonly busy: boolean;
    readonly question: ReactNode;
    readonly pending: DnwRow | undefined;
  };
  readonly doLabel: string;
  readonly onAsk: () => Promise<void>;
  readonly children: ReactNode;
}

/** What buying and selling share: the amount, the request on its way, and a button that waits for a rate. */
function TradeEntry(props: EntryProps) {
  const { question, currency, amount, reading, aside, action, fault, rate, asking, doLabel, onAsk } = props;
  const words = useWords(cashierWords);
  return (
    <RequestEntry
      question={question}
      currency={currency}
      amount={amount}
      reading={reading}
      aside={aside}
      action={action}
      fault={fault}
      startsOpen
      foot={
        <>
          <PendingRequest request={asking.pending} />
          <div className="coin-trade__do">
            <Button
              disabled={rate === undefined || rate.isStale || fault !== undefined}
              busy={asking.busy}
              busyLabel={words.sending}
              onPress={() => void onAsk()}
            >
              {doLabel}
            </Button>
          </div>
        </>
      }
    >
      {props.children}
      {asking.question}
    </RequestEntry>
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
