// Sends money of a wallet to the same wallet of another member. It is final, so the sender reads who the recipient is
// and agrees before anything moves.
import { formatDateTime } from '@maru/client/format-date';
import { transferMoney, transferRecipient, withdrawable } from '@maru/contract/cashier/calls';
import { siteDnw } from '@maru/contract/site';
import { useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useConfirmedCall } from '../../shell/member/use-confirmed-call.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { cashierTransferWords } from '../../text/cashier-transfer.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { WithdrawableParts } from '../dnw/withdrawable-parts.tsx';
import { RequestEntry } from '../request/request-entry.tsx';
import { readAfterMoney } from '../request/request-patches.ts';
import { type TypedAmount, unitsOf, useAmount } from '../request/use-amount.ts';
import { NoAction } from '../wallets/no-action.tsx';
import { useCurrencyOf } from '../wallets/wallet-names.ts';
import './transfer-panel.css';

export function TransferPanel({ wallet }: { readonly wallet: string }) {
  const words = useWords(cashierWords);
  const site = useAnswer(siteDnw, {});
  if (site.state === 'failed')
    return <LoadFailed title={words.failed} message={site.message} onRetry={site.reload} />;
  if (site.reply?.toMembers === false) return <NoAction />;
  return <TransferEntry wallet={wallet} />;
}

function TransferEntry({ wallet }: { readonly wallet: string }) {
  const words = useWords(cashierTransferWords);
  const pad = useWords(cashierWords);
  const currency = useCurrencyOf()(wallet);
  const { money } = useMoneyText(currency);
  const amount = useAmount();
  const known = useAnswer(withdrawable, { walletType: wallet }, readAfterMoney());
  const sending = useSending({ wallet, currency, amount, onSent: known.reload });
  const limits = known.reply;
  // A payout account has no part in this.
  const waits = limits?.waits.filter(({ reason }) => reason !== 'PAYOUT_ACCOUNT') ?? [];
  const isTyped = amount.value !== '';
  const isAbove = limits !== undefined && amount.units > unitsOf(limits.withdrawable);
  if (known.state === 'failed')
    return <LoadFailed title={pad.failed} message={known.message} onRetry={known.reload} />;
  return (
    <RequestEntry
      question={words.question}
      currency={currency}
      amount={amount}
      fault={isAbove ? words.above : undefined}
      foot={
        <>
          <p className="transfer-panel__final text-micro">{words.final}</p>
          <div className="transfer-panel__do">
            <Button
              disabled={limits === undefined || isAbove || waits.length > 0}
              busy={sending.busy}
              busyLabel={words.sending}
              onPress={() => void sending.send()}
            >
              {isTyped && !isAbove ? words.doAmount(money(amount.value)) : words.do}
            </Button>
          </div>
        </>
      }
    >
      <WithdrawableParts use="transfer" known={limits} onAll={amount.type} />
      {waits.map(({ reason, untilMillis }) => (
        <div key={reason} className="transfer-panel__part">
          <Note tone="warn">
            {reason === 'LOCKED' ? pad.waits.LOCKED : words.waits(formatDateTime(untilMillis))}
          </Note>
        </div>
      ))}
      <div className="transfer-panel__part">
        <TextField
          label={words.recipient}
          name="recipient"
          pattern="username"
          maxLength={40}
          autoComplete="off"
          value={sending.username}
          onChange={sending.type}
          error={sending.unknown}
          hint={words.recipientHint}
        />
      </div>
      <div className="transfer-panel__part">
        <KeyValueList framed>
          <KeyValue strong name={pad.fee}>
            {money('0')}
          </KeyValue>
          <KeyValue strong name={words.arrives}>
            {words.atOnce}
          </KeyValue>
        </KeyValueList>
      </div>
      {sending.codeQuestion}
    </RequestEntry>
  );
}

interface Sending {
  readonly wallet: string;
  readonly currency: string;
  readonly amount: TypedAmount;
  readonly onSent: () => void;
}

/** Who it is for, asked by name; then the question; then the money. */
function useSending({ wallet, currency, amount, onSent }: Sending) {
  const words = useWords(cashierTransferWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { money, signed } = useMoneyText(currency);
  const looking = useCall(transferRecipient);
  const moving = useConfirmedCall(transferMoney, { untilKnown: true });
  const [username, setUsername] = useState('');
  const [unknown, setUnknown] = useState<string>();

  async function send() {
    const point = amount.value;
    if (point === '') return amount.refuse({ code: 'EMPTY', message: words.enter });
    if (username === '') return setUnknown(words.enterRecipient);
    const found = await looking.send({ query: { username } });
    if (!found) return;
    if (!found.ok) return setUnknown(found.code === 'SAME_WALLET' ? words.ownName : found.message);
    const choice = await alerts.ask({
      title: words.ask(found.reply.nick),
      message: words.askLead(money(point), found.reply.username),
      safe: words.back,
      other: words.do,
      bright: 'other',
    });
    if (choice !== 'other') return;
    const outcome = await moving.send({
      body: { fromWallet: wallet, toWallet: wallet, point, username: found.reply.username },
    });
    if (!outcome) return;
    if (!outcome.ok)
      return outcome.code === 'RECIPIENT_NOT_FOUND' ? setUnknown(outcome.message) : amount.refuse(outcome);
    amount.clear();
    setUsername('');
    onSent();
    toasts.show({
      kind: 'order',
      title: words.sent(found.reply.nick),
      figure: signed(`-${outcome.reply.sent.point}`),
    });
  }

  return {
    username,
    unknown,
    busy: looking.busy || moving.busy,
    codeQuestion: moving.question,
    type(next: string) {
      setUsername(next);
      setUnknown(undefined);
    },
    send,
  };
}
