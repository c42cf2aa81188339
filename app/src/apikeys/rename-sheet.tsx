import { renameApiKey, type WireApiKey } from '@maru/contract/apikeys/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';

interface Props {
  readonly of: WireApiKey;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const NAME_MOST = 20;

export function RenameSheet({ of, onClose, onChanged }: Props) {
  const words = useWords(apikeysWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(renameApiKey);
  const [name, setName] = useState(of.name);

  async function save(): Promise<void> {
    const outcome = await send({ body: { key: of.key, name } });
    if (outcome === undefined) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    onClose();
    onChanged();
    toasts.show({ kind: 'order', title: words.saved });
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
      <TextField
        label={words.name}
        name="key-name"
        surface="sheet"
        autoComplete="off"
        maxLength={NAME_MOST}
        value={name}
        onChange={setName}
      />
    </BottomSheet>
  );
}
