// Whether a message tells of sign-ins from new devices. Turning it off takes the password.
import { setNewDeviceLetters } from '@maru/contract/security/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { ProofSheet } from '../shell/member/proof-sheet.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { Switch } from '../ui/controls/switch.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';

interface Props {
  readonly isOn: boolean;
  readonly onChanged: () => void;
}

export function LettersRow({ isOn, onChanged }: Props) {
  const words = useWords(securityWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(setNewDeviceLetters);
  const [isEnding, setEnding] = useState(false);

  function done() {
    setEnding(false);
    toasts.show({ kind: 'order', title: words.lettersChanged });
    onChanged();
  }

  async function change(on: boolean) {
    if (!on) return setEnding(true);
    const outcome = await send({ body: { on } });
    if (!outcome) return;
    if (outcome.ok) done();
    else alerts.show(outcome.message);
  }

  return (
    <>
      <ListRow
        height={60}
        plain
        tile={<Icon name="bell" size={22} />}
        title={words.letters}
        meta={words.lettersLead}
        end={
          <Switch
            label={words.letters}
            checked={isOn}
            disabled={busy}
            onChange={(checked) => void change(checked)}
          />
        }
      />
      {isEnding && (
        <ProofSheet
          call={setNewDeviceLetters}
          body={{ on: false }}
          title={words.lettersOffTitle}
          lead={words.lettersOffLead}
          action={words.lettersOffTitle}
          onClose={() => setEnding(false)}
          onDone={done}
        />
      )}
    </>
  );
}
