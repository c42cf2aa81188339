// One change of the cashier's settings, with its reason: a second person approves it among the requests.
import type { Sent } from '@maru/client/call';
import { changeCashierSetting } from '@maru/contract/cashier/settings';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Notice } from '../parts/facts.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/cashier-setting.ts';
import { shareOf } from './share.ts';

type Values = Readonly<Record<string, string>>;
type Body = NonNullable<Sent<typeof changeCashierSetting>['body']>;

export type Change =
  | { readonly kind: 'LIMITS'; readonly currency: string; readonly values: Values }
  | { readonly kind: 'OTHERS'; readonly values: Values }
  | { readonly kind: 'ACCOUNT'; readonly name: 'bank' | 'seller'; readonly values: Values }
  | {
      readonly kind: 'SMALL';
      readonly name: 'smallDeposit' | 'smallWithdrawal';
      readonly currency: string;
      readonly isOn: boolean;
      readonly values: Values;
    };

const SHORTEST_REASON = 2;
const SWITCHES: readonly string[] = ['toMembers', 'p2p'];

function titleOf(change: Change): string {
  if (change.kind === 'LIMITS') return words.changeTitle(change.currency);
  if (change.kind === 'OTHERS') return words.othersTitle;
  if (change.kind === 'ACCOUNT') return words.accountTitle(words[change.name]);
  return words.smallTitle(words.types[change.name], change.currency);
}

const labelOf = (name: string): string =>
  ({
    ...words.columns,
    ...{ bankName: words.bankName, accountNumber: words.accountNumber, holder: words.holder },
    ...{ most: words.most, dayMost: words.dayMost, siteDayMost: words.siteDayMost },
    accountDays: words.accountDays,
    ...{ waitHours: words.facts.waitHoursTyped, spread: words.facts.spreadTyped },
    ...{ toMembers: words.facts.toMembers, p2p: words.facts.p2p },
  })[name] ?? name;

function otherOf(name: string, value: string): string | number | boolean {
  if (SWITCHES.includes(name)) return value === 'true';
  // What is no number is refused by the server, and says so.
  return name === 'waitHours' ? Number(value) : shareOf(value);
}

/** Only what was changed is asked for. */
function wantedOf(change: Change, values: Values): Omit<Body, 'reason'> {
  if (change.kind === 'LIMITS') {
    const changed = Object.entries(values).filter(([name, value]) => value !== change.values[name]);
    return Object.fromEntries(changed.map(([name, value]) => [name, { [change.currency]: value }]));
  }
  if (change.kind === 'OTHERS') {
    const changed = Object.entries(values).filter(([name, value]) => value !== change.values[name]);
    return Object.fromEntries(changed.map(([name, value]) => [name, otherOf(name, value)]));
  }
  if (change.kind === 'ACCOUNT') return { [change.name]: values };
  return { [change.name]: { [change.currency]: { ...values, accountDays: Number(values['accountDays']) } } };
}

interface Props {
  readonly change: Change | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function SettingDialog({ change, onClose, onDone }: Props) {
  const office = useOffice();
  const { act, isBusy } = useAct(changeCashierSetting);
  const [values, setValues] = useState<Values>(change?.values ?? {});
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  if (change === undefined) return null;

  async function send(wanted: Omit<Body, 'reason'>): Promise<void> {
    if (reason.trim().length < SHORTEST_REASON || Object.keys(wanted).length === 0) {
      setFault(words.wrong);
      return;
    }
    const outcome = await act({ ...wanted, reason: reason.trim() }, { isQuiet: true });
    if (!outcome.ok) return setFault(outcome.message);
    office.toast('good', words.waits);
    onDone();
  }
  const isMoney = change.kind !== 'ACCOUNT';
  return (
    <ConfirmDialog
      open
      title={titleOf(change)}
      confirm={words.send}
      busy={isBusy}
      takesTwo
      onClose={onClose}
      onConfirm={() => void send(wantedOf(change, values))}
    >
      {change.kind === 'ACCOUNT' && <Notice tone="warn">{words.accountWarning}</Notice>}
      {change.kind === 'SMALL' && <p>{words.smallSentence}</p>}
      {Object.entries(values).map(([name, value], place) =>
        SWITCHES.includes(name) ? (
          <Select
            key={name}
            label={labelOf(name)}
            value={value}
            choices={[
              { value: 'true', label: words.facts.on },
              { value: 'false', label: words.facts.off },
            ]}
            onChange={(chosen) => setValues({ ...values, [name]: chosen })}
          />
        ) : (
          <Field
            key={name}
            label={labelOf(name)}
            value={value}
            inputMode={isMoney ? 'decimal' : 'text'}
            isFirst={place === 0}
            onChange={(typed) =>
              setValues({ ...values, [name]: isMoney ? typed.replaceAll(',', '') : typed })
            }
          />
        ),
      )}
      <TextArea label={words.reason} value={reason} maxLength={200} onChange={setReason} />
      {fault !== undefined && (
        <div role="alert">
          <Notice tone="danger">{fault}</Notice>
        </div>
      )}
      {change.kind === 'SMALL' && change.isOn && (
        <Button
          kind="danger"
          size="small"
          busy={isBusy}
          onPress={() => void send({ [change.name]: { [change.currency]: null } })}
        >
          {words.stop}
        </Button>
      )}
    </ConfirmDialog>
  );
}
