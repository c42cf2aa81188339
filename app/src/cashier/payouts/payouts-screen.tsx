// Where withdrawals go: bank accounts and coin addresses of the member, each confirmed with the password and usable a
// day later.
import { payoutList, removePayout } from '@maru/contract/cashier/payouts';
import { useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useText, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useWalletName } from '../wallets/wallet-names.ts';
import { ConfirmPayoutSheet } from './confirm-payout-sheet.tsx';
import { type Payout, payoutState, payoutTitle } from './payout-card.tsx';
import './payouts-screen.css';
import { RegisterPayoutSheet } from './register-payout-sheet.tsx';

export function PayoutsScreen() {
  const words = useWords(cashierWords);
  const { shell } = useText();
  const answer = useAnswer(payoutList, {});
  const [isAdding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<Payout>();
  const accounts = answer.reply?.content ?? [];
  return (
    <div className="payouts">
      <p className="payouts__lead text-note">{words.payoutLead}</p>
      {answer.state === 'failed' && (
        <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
      )}
      {answer.state === 'loading' && (
        <div role="status" aria-label={shell.loading}>
          <SkeletonRows count={2} height={72} />
        </div>
      )}
      {answer.state === 'ready' && accounts.length === 0 && (
        <StatePanel kind="empty" title={words.payoutNone} sentence={words.payoutNoneLead} />
      )}
      <ul className="payouts__list">
        {accounts.map((payout) => (
          <li key={payout.id}>
            <PayoutEntry payout={payout} onConfirm={() => setConfirming(payout)} onChanged={answer.reload} />
          </li>
        ))}
      </ul>
      <Dock kind="plain" label={words.payoutAdd}>
        <Button icon="plus" onPress={() => setAdding(true)}>
          {words.payoutAdd}
        </Button>
      </Dock>
      <RegisterPayoutSheet
        open={isAdding}
        onClose={() => setAdding(false)}
        onRegistered={(payout) => {
          setAdding(false);
          answer.reload();
          setConfirming(payout);
        }}
      />
      {confirming !== undefined && (
        <ConfirmPayoutSheet
          payout={confirming}
          onClose={() => setConfirming(undefined)}
          onConfirmed={() => {
            setConfirming(undefined);
            answer.reload();
          }}
        />
      )}
    </div>
  );
}

interface EntryProps {
  readonly payout: Payout;
  readonly onConfirm: () => void;
  readonly onChanged: () => void;
}

function PayoutEntry({ payout, onConfirm, onChanged }: EntryProps) {
  const words = useWords(cashierWords);
  const { clock } = usePlatform();
  const walletName = useWalletName();
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(removePayout);
  const isConfirmed = payout.confirmedMillis !== null;
  const state = payoutState(payout, words, clock.now());

  async function remove() {
    const choice = await alerts.ask({
      title: words.payoutRemoveAsk,
      message: words.payoutRemoveLead,
      safe: words.payoutKeep,
      other: words.payoutRemove,
    });
    if (choice === 'safe') return;
    const outcome = await send({ body: { payoutId: payout.id } });
    if (!outcome) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    toasts.show({ kind: 'cancelled', title: words.payoutRemoved });
    onChanged();
  }

  return (
    <Card label={payoutTitle(payout)}>
      <div className="payouts__head">
        <Tile>
          <Icon name={payout.kind === 'BANK' ? 'bank' : 'wallet'} size={22} />
        </Tile>
        <span className="text-stack">
          <b className="payouts__shown">{payoutTitle(payout)}</b>
          <span className="text-caption">
            {[
              walletName(payout.walletType),
              payout.holder,
              payout.destinationTag === null ? undefined : `${words.payoutTag} ${payout.destinationTag}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </div>
      <div className="payouts__foot">
        <Badge tone={isConfirmed ? (state === words.payoutUsable ? 'neutral' : 'brass') : 'warn'}>
          {state}
        </Badge>
        <span className="payouts__actions">
          {!isConfirmed && (
            <Button size="small" onPress={onConfirm}>
              {words.payoutConfirm}
            </Button>
          )}
          <Button kind="tonal" size="small" busy={busy} onPress={() => void remove()}>
            {words.payoutRemove}
          </Button>
        </span>
      </div>
    </Card>
  );
}
