// The addresses of a key while they are chosen: each can be taken out, and one more typed.
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { ChosenAddresses } from './use-addresses.ts';

interface Props {
  readonly addresses: ChosenAddresses;
  /** Whether the key may trade: then it needs one. */
  readonly isNeeded: boolean;
  readonly error: string | undefined;
}

const LONGEST = 43;

export function AddressList({ addresses, isNeeded, error }: Props) {
  const words = useWords(apikeysWords);
  const { added, typed, type, add, remove } = addresses;
  const hint = isNeeded ? words.tradeNeedsAddress : words.noAddress;
  return (
    <>
      <div className="address-list">
        {added.map((address) => (
          <button
            key={address}
            type="button"
            className="address-list__one figure"
            aria-label={words.removeAddress(address)}
            onClick={() => remove(address)}
          >
            {address}
            <Icon name="close" size={14} />
          </button>
        ))}
        {typed === undefined && (
          <button
            type="button"
            className="address-list__add"
            aria-label={words.addAddress}
            onClick={() => type('')}
          >
            <Icon name="plus" size={16} />
            {words.add}
          </button>
        )}
      </div>
      {typed !== undefined && (
        <form
          className="address-list__typing"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <TextField
            label={words.address}
            name="address"
            surface="sheet"
            autoComplete="off"
            maxLength={LONGEST}
            value={typed}
            onChange={type}
          />
          <Button kind="tonal" width="fit" disabled={typed.trim() === ''} onPress={add}>
            {words.add}
          </Button>
        </form>
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
