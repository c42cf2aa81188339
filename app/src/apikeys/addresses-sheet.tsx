// Other addresses for a key; more of them are more rights, so the password is asked for.
import { changeApiKeyAddresses, type WireApiKey } from '@maru/contract/apikeys/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { AddressList } from './address-list.tsx';
import { PasswordStep } from './password-step.tsx';

interface Props {
  readonly of: WireApiKey;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function AddressesSheet({ of, onClose, onChanged }: Props) {
  const words = useWords(apikeysWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(changeApiKeyAddresses);
  const [addresses, setAddresses] = useState<readonly string[]>(of.addresses);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<{ readonly field: string; readonly message: string }>();
  const needsAddress = of.scopes.includes('TRADE');

  async function save(): Promise<void> {
    const outcome = await send({ body: { key: of.key, addresses: [...addresses], password } });
    if (outcome === undefined) return;
    if (!outcome.ok && outcome.field !== undefined)
      return setWrong({ field: outcome.field, message: outcome.message });
    if (!outcome.ok) return alerts.show(outcome.message);
    onClose();
    onChanged();
    toasts.show({ kind: 'order', title: words.saved });
  }

  const messageOf = (field: string) => (wrong?.field === field ? wrong.message : undefined);
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.changeAddresses}
      closeLabel={words.close}
      hasUnsavedInput={password !== ''}
      action={
        <Button
          disabled={password === '' || (needsAddress && addresses.length === 0)}
          busy={busy}
          onPress={() => void save()}
        >
          {words.save}
        </Button>
      }
    >
      <AddressList
        addresses={addresses}
        error={messageOf('addresses')}
        hint={needsAddress ? words.tradeNeedsAddress : words.noAddress}
        onChange={(changed) => {
          setAddresses(changed);
          setWrong(undefined);
        }}
      />
      <PasswordStep
        password={password}
        error={messageOf('password')}
        onChange={(value) => {
          setPassword(value);
          setWrong(undefined);
        }}
      />
    </BottomSheet>
  );
}
