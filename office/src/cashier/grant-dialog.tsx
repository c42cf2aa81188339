// A grant or deduction: asked for here, done when another person approves it in the queue.
import { askGrant } from '@maru/contract/cashier/office';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { type FoundMember, MemberField } from '../parts/member-field.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/cashier.ts';
import { words as shell } from '../text/shell.ts';
import { walletName } from './check-words.ts';

const text = words.grant;
const WALLETS = ['BINARY', 'FUTURES', 'USDT', 'BTC', 'ETH', 'XRP'] as const;
const SHORTEST_REASON = 2;

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function GrantDialog({ open, onClose, onDone }: Props) {
  const office = useOffice();
  const { act, isBusy } = useAct(askGrant);
  const [member, setMember] = useState<FoundMember>();
  const [type, setType] = useState<'PB' | 'PM'>('PB');
  const [wallet, setWallet] = useState<(typeof WALLETS)[number]>('BINARY');
  const [point, setPoint] = useState('');
  const [reason, setReason] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isPoint =
    /^\d{1,15}(\.\d{1,8})?$/.test(point.replaceAll(',', '')) && Number(point.replaceAll(',', '')) > 0;
  const isReason = reason.trim().length >= SHORTEST_REASON;

  async function send(): Promise<void> {
    setWasTried(true);
    if (member === undefined || !isPoint || !isReason) return;
    const outcome = await act({
      ...{ playerId: member.id, type, walletType: wallet },
      ...{ point: point.replaceAll(',', ''), reason: reason.trim() },
    });
    if (!outcome.ok) return;
    office.toast('good', text.sent);
    setMember(undefined);
    setPoint('');
    setReason('');
    setWasTried(false);
    onDone();
  }
  return (
    <ConfirmDialog
      open={open}
      title={text.title}
      confirm={text.send}
      busy={isBusy}
      takesTwo
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{text.sentence}</p>
      <MemberField
        label={text.player}
        chosen={member}
        error={wasTried && member === undefined ? text.playerWrong : undefined}
        onChoose={setMember}
      />
      <Select
        label={text.type}
        value={type}
        choices={(['PB', 'PM'] as const).map((value) => ({ value, label: text.types[value] }))}
        onChange={setType}
      />
      <Select
        label={text.wallet}
        value={wallet}
        choices={WALLETS.map((value) => ({ value, label: walletName(value) }))}
        onChange={setWallet}
      />
      <Field
        label={text.amount}
        value={point}
        inputMode="decimal"
        error={wasTried && !isPoint ? text.amountWrong : undefined}
        onChange={setPoint}
      />
      <TextArea
        label={shell.reason}
        value={reason}
        maxLength={200}
        hint={words.rejectHint}
        error={wasTried && !isReason ? shell.reasonNeeded : undefined}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
