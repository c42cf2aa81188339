// The member's passkeys: adding one on this device, renaming and removing.
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '@maru/contract/security/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { ProofSheet } from '../shell/member/proof-sheet.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { useLanguage, useText, useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { Button } from '../ui/buttons/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';
import { makeCredential } from './make-credential.ts';
import type { SecurityState } from './protections.ts';
import { whenText } from './when-text.ts';

type Passkey = SecurityState['passkeys'][number];

interface Props {
  readonly passkeys: readonly Passkey[];
  readonly onChanged: () => void;
}

export function PasskeyCard({ passkeys, onChanged }: Props) {
  const words = useWords(securityWords);
  const { language } = useLanguage();
  const alerts = useAlerts();
  const toasts = useToasts();
  const now = usePlatform().clock.now();
  const adding = useCall(addPasskey);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Passkey>();

  async function add(options: Readonly<Record<string, unknown>>) {
    setAdding(false);
    const made = await makeCredential(options);
    // The member has closed the question of the device, or it keeps no passkeys.
    if (made === undefined) return alerts.show(words.passkeyFailed);
    const outcome = await adding.send({ body: { credential: made.credential, name: made.name } });
    if (!outcome) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    toasts.show({ kind: 'order', title: words.passkeyAdded, line: outcome.reply.name });
    onChanged();
  }

  return (
    <>
      <ListRow
        height={72}
        plain
        tile={<Icon name="key" size={22} />}
        title={words.passkeys(passkeys.length)}
        meta={words.passkeyLead}
        end={
          <Button
            kind="tonal"
            size="small"
            busy={adding.busy}
            label={words.passkeyAddTitle}
            onPress={() => setAdding(true)}
          >
            {words.passkeyAdd}
          </Button>
        }
      />
      {passkeys.length > 0 && (
        <ul className="security__passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <button type="button" className="security__passkey" onClick={() => setOpened(passkey)}>
                <span className="text-cut">{passkey.name}</span>
                <span className="text-note">
                  {whenText(passkey.usedMillis ?? passkey.createdMillis, now, { words, language })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <ProofSheet
          call={beginPasskey}
          title={words.passkeyAddTitle}
          lead={words.passkeyAddLead}
          action={words.confirm}
          onClose={() => setAdding(false)}
          onDone={({ options }) => void add(options)}
        />
      )}
      {opened && (
        <PasskeySheet
          passkey={opened}
          onClose={() => setOpened(undefined)}
          onChanged={() => {
            setOpened(undefined);
            onChanged();
          }}
        />
      )}
    </>
  );
}

interface SheetProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function PasskeySheet({ passkey, onClose, onChanged }: SheetProps) {
  const words = useWords(securityWords);
  const { shell } = useText();
  const { language } = useLanguage();
  const alerts = useAlerts();
  const toasts = useToasts();
  const now = usePlatform().clock.now();
  const { busy, send } = useCall(renamePasskey);
  const [name, setName] = useState(passkey.name);
  const [isRemoving, setRemoving] = useState(false);

  async function rename() {
    const outcome = await send({ body: { id: passkey.id, name: name.trim() } });
    if (!outcome) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    toasts.show({ kind: 'order', title: words.passkeyRenamed, line: outcome.reply.name });
    onChanged();
  }

  if (isRemoving)
    return (
      <ProofSheet
        call={removePasskey}
        body={{ id: passkey.id }}
        title={words.passkeyRemove}
        lead={words.passkeyRemoveLead}
        action={words.passkeyRemove}
        kind="danger"
        onClose={onClose}
        onDone={() => {
          toasts.show({ kind: 'order', title: words.passkeyRemoved });
          onChanged();
        }}
      />
    );
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={passkey.name}
      closeLabel={shell.close}
      hasUnsavedInput={name !== passkey.name}
      action={
        <div className="security__actions">
          <Button kind="tonal" onPress={() => setRemoving(true)}>
            {words.passkeyRemove}
          </Button>
          <Button
            disabled={name.trim() === '' || name === passkey.name}
            busy={busy}
            onPress={() => void rename()}
          >
            {words.save}
          </Button>
        </div>
      }
    >
      <div className="proof-sheet">
        <p className="text-note">
          {words.passkeyMade(whenText(passkey.createdMillis, now, { words, language }))}
        </p>
        <TextField
          label={words.passkeyName}
          name="passkey"
          surface="sheet"
          maxLength={30}
          value={name}
          onChange={setName}
        />
      </div>
    </BottomSheet>
  );
}
