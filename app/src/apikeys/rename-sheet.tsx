import { renameApiKey, type WireApiKey } from '@maru/contract/apikeys/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { KeyNameField } from './key-name-field.tsx';

interface Props {
  readonly of: WireApiKey;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function RenameSheet({ of, onClose, onChanged }: Props) {
  const words = useWords(apikeysWords);
  const alerts = useAlerts();
  const { busy, send } = useCall(renameApiKey);
  const [name, setName] = useState(of.name);

  async function save(): Promise<void> {
    const outcome = await send({ body: { key: of.key, name } });
    if (outcome === undefined) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    onChanged();
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.rename}
      closeLabel={words.close}
      hasUnsavedInput={name !== of.name}
      action={
        <Button disabled={name.trim() === ''} busy={busy} onPress={() => void save()}>
          {words.save}
        </Button>
      }
    >
      <KeyNameField value={name} onChange={setName} />
    </BottomSheet>
  );
}
