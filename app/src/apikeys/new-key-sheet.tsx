// A new key in two steps: what it may do and from where, then the password (picture 49b).
import { makeApiKey } from '@maru/contract/apikeys/calls';
import type { ApiScope } from '@maru/contract/call';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Checkbox } from '../ui/controls/checkbox.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { AddressList } from './address-list.tsx';
import { PasswordStep } from './password-step.tsx';
import type { MadeKey } from './secret-sheet.tsx';

const SCOPES = ['READ', 'TRADE'] as const;
const DAYS = ['30', '90', '180'] as const;
const NAME_MOST = 20;

interface Props {
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

export function NewKeySheet({ onClose, onMade }: Props) {
  const words = useWords(apikeysWords);
  const alerts = useAlerts();
  const { busy, send } = useCall(makeApiKey);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['READ']);
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const [isConfirming, setConfirming] = useState(false);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<{ readonly field: string | undefined; readonly message: string }>();

  const isComplete =
    name.trim() !== '' && scopes.length > 0 && (!scopes.includes('TRADE') || addresses.length > 0);

  async function make(): Promise<void> {
    const body = { name, scopes: [...scopes], addresses: [...addresses], days: Number(days), password };
    const outcome = await send({ body });
    if (outcome === undefined) return;
    if (outcome.ok) return onMade(outcome.reply);
    if (outcome.field === undefined) return alerts.show(outcome.message);
    setWrong({ field: outcome.field, message: outcome.message });
    if (outcome.field !== 'password') setConfirming(false);
  }

  const messageOf = (field: string) => (wrong?.field === field ? wrong.message : undefined);
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isConfirming ? words.confirmTitle : words.make}
      closeLabel={words.close}
      hasUnsavedInput={name !== ''}
      action={
        isConfirming ? (
          <Button disabled={password === ''} busy={busy} onPress={() => void make()}>
            {words.doMake}
          </Button>
        ) : (
          <Button disabled={!isComplete} onPress={() => setConfirming(true)}>
            {words.confirmMake}
          </Button>
        )
      }
    >
      {isConfirming ? (
        <PasswordStep
          password={password}
          error={messageOf('password')}
          onChange={(value) => {
            setPassword(value);
            setWrong(undefined);
          }}
        />
      ) : (
        <div className="new-key">
          <TextField
            label={words.name}
            name="key-name"
            surface="sheet"
            autoComplete="off"
            maxLength={NAME_MOST}
            value={name}
            onChange={setName}
            error={messageOf('name')}
          />
          <h3 className="new-key__title">{words.mayDo}</h3>
          <div className="new-key__scopes">
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                checked={scopes.includes(scope)}
                onChange={(checked) =>
                  setScopes(SCOPES.filter((each) => (each === scope ? checked : scopes.includes(each))))
                }
              >
                <span className="new-key__scope">{words.scope[scope]}</span>
                <span className="new-key__lead">{words.scopeLead[scope]}</span>
              </Checkbox>
            ))}
            <p className="new-key__never">
              <Icon name="lock" size={20} />
              <span>
                <span className="new-key__scope">{words.withdrawal}</span>
                <span className="new-key__lead">{words.withdrawalLead}</span>
              </span>
            </p>
          </div>
          <h3 className="new-key__title">{words.addresses}</h3>
          <AddressList
            addresses={addresses}
            error={messageOf('addresses')}
            hint={scopes.includes('TRADE') ? words.tradeNeedsAddress : words.noAddress}
            onChange={(changed) => {
              setAddresses(changed);
              setWrong(undefined);
            }}
          />
          <h3 className="new-key__title">{words.expires}</h3>
          <Segmented
            label={words.expires}
            options={DAYS.map((value) => ({ value, label: words.days[value] }))}
            value={days}
            onChange={setDays}
          />
        </div>
      )}
    </BottomSheet>
  );
}
