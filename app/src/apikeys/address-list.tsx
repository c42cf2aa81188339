// The addresses of a key while they are chosen: each can be taken out, and one more typed.
import { useState } from 'react';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Icon } from '../ui/icons/icon.tsx';

interface Props {
  readonly addresses: readonly string[];
  readonly error: string | undefined;
  readonly hint: string;
  readonly onChange: (addresses: readonly string[]) => void;
}

const LONGEST = 43;

export function AddressList({ addresses, error, hint, onChange }: Props) {
  const words = useWords(apikeysWords);
  const [typed, setTyped] = useState<string>();

  function add(): void {
    const address = typed?.trim() ?? '';
    if (address !== '' && !addresses.includes(address)) onChange([...addresses, address]);
    setTyped(undefined);
  }

  return (
    <>
      <div className="address-list">
        {addresses.map((address) => (
          <button
            key={address}
            type="button"
            className="address-list__one figure"
            aria-label={words.removeAddress(address)}
            onClick={() => onChange(addresses.filter((each) => each !== address))}
          >
            {address} <Icon name="close" size={14} />
          </button>
        ))}
        {typed === undefined && (
          <button
            type="button"
            className="address-list__add"
            aria-label={words.addAddress}
            onClick={() => setTyped('')}
          >
            <Icon name="plus" size={16} /> {words.add}
          </button>
        )}
      </div>
      {typed !== undefined && (
        <div className="address-list__typing">
          <TextField
            label={words.address}
            name="address"
            surface="sheet"
            autoComplete="off"
            maxLength={LONGEST}
            value={typed}
            onChange={setTyped}
          />
          <Button kind="tonal" width="fit" disabled={typed.trim() === ''} onPress={add}>
            {words.add}
          </Button>
        </div>
      )}
      <p
        className={
          error === undefined ? 'address-list__hint' : 'address-list__hint address-list__hint--error'
        }
      >
        {error ?? hint}
      </p>
    </>
  );
}
