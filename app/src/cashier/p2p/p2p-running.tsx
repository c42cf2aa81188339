// A P2P request that runs: what to pay and until when, what lies in escrow, and the conversation (picture 34).
import { formatMoney } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { formatCountdown } from '@maru/client/format-time';
import { cancelDnwPost } from '@maru/contract/cashier/calls';
import { p2pDispute, p2pPaid } from '@maru/contract/cashier/p2p';
import { AskAboutIcon } from '../../receipt/ask-about.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { AccountLines } from '../request/account-lines.tsx';
import { RequestNotes } from '../request/request-notes.tsx';
import { P2pConversation } from './p2p-conversation.tsx';
import './p2p-running.css';
import { P2pSteps } from './p2p-steps.tsx';
import { currentStep, isPurchase, type P2p } from './p2p-view.ts';

interface Props {
  readonly p2p: P2p;
  readonly onChanged: () => void;
}

export function P2pRunning({ p2p, onChanged }: Props) {
  const words = useWords(cashierP2pWords);
  const { request } = p2p;
  const isBuy = isPurchase(p2p);
  const won = useMoneyText('KRW');
  const coins = useMoneyText(request.currency);
  const now = useServerSecond();
  const isPaying = isBuy && request.status === 0;
  useHeaderTitle(isBuy ? words.buyTitle : words.sellTitle);
  return (
    <div className="p2p-running">
      <HeaderEnd>
        <AskAboutIcon kind="DNW" id={request.id} />
      </HeaderEnd>
      <section className="p2p-running__head">
        <div>
          <p className="text-lead">{isBuy ? words.toSend : words.toReceive}</p>
          <p className="p2p-running__amount figure">
            {formatMoney(request.won ?? undefined, 'KRW').figure}
            <small>{won.unit}</small>
          </p>
        </div>
        {isPaying && p2p.payUntilMillis !== null && (
          <div className="p2p-running__clock">
            <p className="p2p-running__left figure" role="timer">
              {formatCountdown(p2p.payUntilMillis - now)}
            </p>
            <p className="text-micro">{words.timeLeft}</p>
          </div>
        )}
      </section>
      <P2pSteps current={currentStep(p2p)} />
      <Standing p2p={p2p} />
      <section className="p2p-running__escrow">
        <Icon name="lock" size={20} />
        <span className="text-stack">
          <b>{words.escrow(coins.money(p2p.escrow))}</b>
          <span className="text-micro">{isBuy ? words.escrowBuy : words.escrowSell}</span>
        </span>
      </section>
      <AccountCard p2p={p2p} />
      <P2pConversation p2p={p2p} onSent={onChanged} />
      <RequestNotes
        notes={[isPaying && words.expiryNote, isBuy && !request.isDisputed && disputeNote(p2p, now, words)]}
      />
      <Actions p2p={p2p} now={now} onChanged={onChanged} />
    </div>
  );
}

const disputeNote = (
  { disputeFromMillis }: P2p,
  now: number,
  words: { readonly disputeNote: string; disputeFrom(time: string): string },
): string =>
  disputeFromMillis !== null && disputeFromMillis > now
    ? words.disputeFrom(formatClock(disputeFromMillis))
    : words.disputeNote;

/** Nothing to do but wait: what is being waited for. */
function Standing({ p2p }: { readonly p2p: P2p }) {
  const words = useWords(cashierP2pWords);
  const { request } = p2p;
  if (request.isDisputed)
    return (
      <div className="p2p-running__note">
        <Note tone="warn">
          <b>{words.disputed}</b> {words.disputedLead}
        </Note>
      </div>
    );
  if (request.status !== 4) return null;
  return (
    <div className="p2p-running__note" role="status">
      <Note>{isPurchase(p2p) ? words.waiting : words.waitingSell}</Note>
    </div>
  );
}

function AccountCard({ p2p }: { readonly p2p: P2p }) {
  const words = useWords(cashierP2pWords);
  const { rateIs } = useWords(cashierWords);
  const won = useMoneyText('KRW');
  const { account, request } = p2p;
  return (
    <Card className="p2p-running__card">
      {account && (
        <div className="p2p-running__account">
          <AccountLines
            title={words.account(account.bankName)}
            account={account}
            aside={
              <span className="text-caption">
                {words.senderIs} <b>{p2p.sender}</b>
              </span>
            }
          />
        </div>
      )}
      <KeyValueList>
        <KeyValue strong name={words.rate}>
          {rateIs({ base: request.currency, counter: won.money(p2p.rate) })}
        </KeyValue>
        <KeyValue strong name={words.number}>
          {`${request.type}-${request.id}`}
        </KeyValue>
      </KeyValueList>
    </Card>
  );
}

function Actions({ p2p, now, onChanged }: Props & { readonly now: number }) {
  const words = useWords(cashierP2pWords);
  const won = useMoneyText('KRW');
  const alerts = useAlerts();
  const paying = useCall(p2pPaid, { untilKnown: true });
  const disputing = useCall(p2pDispute, { untilKnown: true });
  const cancelling = useCall(cancelDnwPost, { untilKnown: true });
  const { request, disputeFromMillis } = p2p;
  const isBuy = isPurchase(p2p);
  const body = { dnwHistoryId: request.id };
  const isOpen = request.status === 0;
  const mayDispute =
    request.status === 4 && !request.isDisputed && disputeFromMillis !== null && disputeFromMillis <= now;

  /** A refusal is shown; in both cases the newest state is read. */
  function settle(outcome: { readonly ok: boolean; readonly message?: string } | undefined) {
    if (!outcome) return;
    if (!outcome.ok && outcome.message !== undefined) alerts.show(outcome.message);
    onChanged();
  }
  async function cancel() {
    const choice = await alerts.ask({
      title: words.cancelAsk,
      message: isBuy ? words.cancelBuyLead : words.cancelSellLead,
      safe: words.cancelKeep,
      other: words.cancelDo,
    });
    if (choice === 'other') settle(await cancelling.send({ body }));
  }
  async function dispute() {
    const choice = await alerts.ask({
      title: words.disputeAsk,
      message: words.disputeLead,
      safe: words.disputeKeep,
      other: words.dispute,
    });
    if (choice === 'other') settle(await disputing.send({ body }));
  }

  if (!isOpen && !mayDispute) return null;
  return (
    <div className="p2p-running__dock">
      <Dock kind="plain" label={words.steps}>
        <div className="p2p-running__actions">
          {isOpen && (
            <Button kind="tonal" busy={cancelling.busy} onPress={() => void cancel()}>
              {words.cancel}
            </Button>
          )}
          {isOpen && isBuy && (
            <Button
              busy={paying.busy}
              busyLabel={words.paying}
              onPress={() => void paying.send({ body }).then(settle)}
            >
              {words.paid(won.money(request.won ?? undefined))}
            </Button>
          )}
          {mayDispute && (
            <Button
              kind="tonal"
              busy={disputing.busy}
              busyLabel={words.disputing}
              onPress={() => void dispute()}
            >
              {words.dispute}
            </Button>
          )}
        </div>
      </Dock>
    </div>
  );
}
