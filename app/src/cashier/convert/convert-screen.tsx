// Exchanges money of one wallet for that of another at a held rate (picture 33); between wallets of one currency the
// amount moves as it is.
import { convert, transferMoney } from '@maru/contract/cashier/calls';
import { useState } from 'react';
import { CoinChooser } from '../../market/instruments/coin-chooser.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link, useNavigate, useParams } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button, IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { RequestEntry } from '../request/request-entry.tsx';
import { useAmount } from '../request/use-amount.ts';
import { useHeldLine } from '../request/use-held-line.tsx';
import { NoAction } from '../wallets/no-action.tsx';
import { useCurrencyOf, useWalletName, WON_WALLET } from '../wallets/wallet-names.ts';
import './convert-screen.css';
import { QuoteRing } from './quote-ring.tsx';
import { RateFacts } from './rate-facts.tsx';
import { ReceivedCard } from './received-card.tsx';
import { type QuoteShown, useQuote } from './use-quote.ts';

export function ConvertScreen() {
  const { pair = '' } = useParams();
  const [from = '', to = ''] = pair.split('_');
  return <Conversion from={from} to={to} />;
}

/** `/wallet/convert/{coin}`: to the wallet that most conversions are for. */
export const ConvertFrom = ({ coin }: { readonly coin: string }) => (
  <Conversion from={coin} to={coin === WON_WALLET ? 'USDT' : WON_WALLET} />
);

interface Pair {
  readonly from: string;
  readonly to: string;
}

function Conversion({ from, to }: Pair) {
  const words = useWords(cashierWords);
  const coins = useWatched(usePlatform().site)?.coins ?? [];
  useHeaderTitle(words.convert);
  if (coins.length > 0 && !(coins.includes(from) && coins.includes(to))) return <NoAction />;
  // Another pair is another page: nothing typed for one belongs to the other.
  return <ConversionEntry key={`${from}_${to}`} from={from} to={to} />;
}

function ConversionEntry({ from, to }: Pair) {
  const words = useWords(cashierWords);
  const navigate = useNavigate();
  const toasts = useToasts();
  const currencyOf = useCurrencyOf();
  const moneyIn = useMoneyTexts();
  const currencies = { from: currencyOf(from), to: currencyOf(to) };
  const given = moneyIn(currencies.from);
  const isMove = currencies.from === currencies.to;
  const amount = useAmount();
  const { isAbove, line } = useHeldLine(from, amount);
  const quote = useQuote({ fromWallet: from, toWallet: to, point: isMove || isAbove ? '' : amount.value });
  const converting = useCall(convert, { untilKnown: true });
  const moving = useCall(transferMoney, { untilKnown: true });
  const [isChoosing, setChoosing] = useState(false);
  const open = (pair: Pair) => void navigate({ to: `/wallet/convert/${pair.from}_${pair.to}` });

  function finish(title: string, received: string, currency: string) {
    amount.clear();
    toasts.show({ kind: 'order', title, figure: moneyIn(currency).signed(received) });
  }
  async function take() {
    if (quote.quote === undefined) return;
    const outcome = await converting.send({ body: { quoteId: quote.quote.quoteId } });
    if (!outcome) return;
    if (outcome.ok)
      return finish(words.converted, outcome.reply.received.point, outcome.reply.received.currency);
    if (outcome.code === 'QUOTE_EXPIRED') quote.drop();
    amount.refuse(outcome);
  }
  async function move() {
    const outcome = await moving.send({ body: { fromWallet: from, toWallet: to, point: amount.value } });
    if (!outcome) return;
    if (outcome.ok) return finish(words.moved, outcome.reply.sent.point, outcome.reply.sent.currency);
    amount.refuse(outcome);
  }

  return (
    <>
      <HeaderEnd>
        <Link to="/wallet/dnw_history" className={iconButtonClass} aria-label={words.history}>
          <IconButtonFace icon="history" size={22} />
        </Link>
      </HeaderEnd>
      <RequestEntry
        question={words.convertQuestion}
        currency={currencies.from}
        amount={amount}
        {...line}
        refusal={amount.refusal ?? quote.refusal}
        fault={isAbove ? words.convertAbove : undefined}
        startsOpen
        foot={
          isMove ? (
            <MoveFoot
              label={
                amount.value === '' || isAbove ? words.convertDo : words.moveDo(given.money(amount.value))
              }
              isReady={amount.value !== '' && !isAbove}
              isBusy={moving.busy}
              onPress={() => void move()}
            />
          ) : (
            <QuoteFoot
              quote={quote}
              isAsked={amount.value !== '' && !isAbove}
              isBusy={converting.busy}
              received={quote.quote && moneyIn(currencies.to).money(quote.quote.received)}
              onTake={() => void take()}
              onRenew={() => {
                amount.type(amount.draft);
                quote.renew();
              }}
            />
          )
        }
      >
        <ReceivedCard
          wallet={to}
          currency={currencies.to}
          figure={isMove ? (amount.value === '' ? undefined : amount.value) : quote.quote?.received}
          onSwap={() => open({ from: to, to: from })}
          onChoose={() => setChoosing(true)}
        />
        {isMove ? (
          <p className="convert__note text-caption">{words.moveNote}</p>
        ) : (
          <RateFacts quote={quote.quote} isAsking={quote.isAsking} />
        )}
      </RequestEntry>
      <WalletChooser
        open={isChoosing}
        except={from}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => open({ from, to: chosen })}
      />
    </>
  );
}

interface MoveProps {
  readonly label: string;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

function MoveFoot({ label, isReady, isBusy, onPress }: MoveProps) {
  const words = useWords(cashierWords);
  return (
    <div className="convert__do">
      <Button disabled={!isReady} busy={isBusy} busyLabel={words.moving} onPress={onPress}>
        {label}
      </Button>
    </div>
  );
}

interface QuoteFootProps {
  readonly quote: QuoteShown;
  readonly isAsked: boolean;
  readonly isBusy: boolean;
  readonly received: string | undefined;
  readonly onTake: () => void;
  readonly onRenew: () => void;
}

/** At zero the button asks for a new rate instead: the old one cannot be taken any more. */
function QuoteFoot({ quote, isAsked, isBusy, received, onTake, onRenew }: QuoteFootProps) {
  const words = useWords(cashierWords);
  const isHeld = quote.quote !== undefined;
  const needsNew = quote.isExpired || quote.refusal !== undefined;
  return (
    <>
      {isHeld && <QuoteRing secondsLeft={quote.secondsLeft} isExpired={quote.isExpired} onRenew={onRenew} />}
      <div className="convert__do">
        {needsNew ? (
          <Button busy={quote.isAsking} busyLabel={words.quoting} onPress={onRenew}>
            {words.quoteNew}
          </Button>
        ) : (
          <Button
            disabled={!isHeld && !quote.isAsking}
            busy={isBusy || (isAsked && quote.isAsking)}
            busyLabel={isBusy ? words.converting : words.quoting}
            onPress={onTake}
          >
            {received === undefined ? words.convertDo : words.convertDoAmount(received)}
          </Button>
        )}
      </div>
      <p className="convert__final text-micro">{words.convertFinal}</p>
    </>
  );
}

interface ChooserProps {
  readonly open: boolean;
  readonly except: string;
  readonly onClose: () => void;
  readonly onChoose: (wallet: string) => void;
}

function WalletChooser({ open, except, onClose, onChoose }: ChooserProps) {
  const platform = usePlatform();
  const coins = useWatched(platform.site)?.coins ?? [];
  const held = useWatched(platform.wallets).reply;
  const walletName = useWalletName();
  return (
    <CoinChooser
      open={open}
      onClose={onClose}
      coins={coins
        .filter((each) => each !== except)
        .map((currency) => ({
          currency,
          name: walletName(currency),
          held: held?.[currency]?.point,
        }))}
      onChoose={(chosen) => {
        onClose();
        onChoose(chosen);
      }}
    />
  );
}
