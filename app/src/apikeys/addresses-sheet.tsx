// Other addresses for a key; more of them are more rights, so they are given as a new key is.
import { changeApiKeyAddresses, type WireApiKey } from '@maru/contract/apikeys/calls';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { AddressList } from './address-list.tsx';
import { KeySheet } from './key-sheet.tsx';
import { useAddresses } from './use-addresses.ts';

interface Props {
  readonly of: WireApiKey;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function AddressesSheet({ of, onClose, onChanged }: Props) {
  const words = useWords(apikeysWords);
  const addresses = useAddresses(of.addresses);
  const isNeeded = of.scopes.includes('TRADE');
  const isChanged = addresses.all.join() !== of.addresses.join();
  return (
    <KeySheet
      call={changeApiKeyAddresses}
      body={{ key: of.key, addresses: addresses.all }}
      title={words.changeAddresses}
      action={words.change}
      isComplete={isChanged && !(isNeeded && addresses.all.length === 0)}
      hasUnsavedInput={isChanged}
      onClose={onClose}
      onDone={onChanged}
    >
      {(messageOf) => (
        <AddressList addresses={addresses} isNeeded={isNeeded} error={messageOf('addresses')} />
      )}
    </KeySheet>
  );
}
