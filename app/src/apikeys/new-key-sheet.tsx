// A new key: what it may do, from where and until when (picture 49b).
import { makeApiKey } from '@maru/contract/apikeys/calls';
import type { ApiScope } from '@maru/contract/call';
import { useState } from 'react';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Checkbox } from '../ui/controls/checkbox.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { AddressList } from './address-list.tsx';
import { KeyNameField } from './key-name-field.tsx';
import { KeySheet } from './key-sheet.tsx';
import type { MadeKey } from './secret-sheet.tsx';
import { useAddresses } from './use-addresses.ts';

const SCOPES = ['READ', 'TRADE'] as const;
const DAYS = ['30', '90', '180'] as const;

interface Props {
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

export function NewKeySheet({ onClose, onMade }: Props) {
  const words = useWords(apikeysWords);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['READ']);
  const addresses = useAddresses([]);
  const [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const trades = scopes.includes('TRADE');

  return (
    <KeySheet
      call={makeApiKey}
      body={{ name, scopes, addresses: addresses.all, days: Number(days) }}
      title={words.make}
      action={words.doMake}
      isComplete={name.trim() !== '' && scopes.length > 0 && !(trades && addresses.all.length === 0)}
      hasUnsavedInput={name !== ''}
      onClose={onClose}
      onDone={onMade}
    >
      {(messageOf) => (
        <div className="new-key">
          <KeyNameField value={name} onChange={setName} error={messageOf('name')} />
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
          <AddressList addresses={addresses} isNeeded={trades} error={messageOf('addresses')} />
          <h3 className="new-key__title">{words.expires}</h3>
          <Segmented
            label={words.expires}
            options={DAYS.map((value) => ({ value, label: words.days[value] }))}
            value={days}
            onChange={setDays}
          />
        </div>
      )}
    </KeySheet>
  );
}
