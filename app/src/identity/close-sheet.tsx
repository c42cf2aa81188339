import { closeAccount } from '@maru/contract/identity/member-calls';
import { useState } from 'react';
import { useConfirmedCall } from '../shell/member/use-confirmed-call.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { identityWords } from '../text/identity.ts';
import { useText, useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { Note } from '../ui/states/note.tsx';

export function CloseSheet({ onClose }: { readonly onClose: () => void }) {
  const { shell } = useText();
  const words = useWords(identityWords);
  const { session } = usePlatform();
  const { busy, send, question } = useConfirmedCall(closeAccount);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);

  async function close() {
    const outcome = await send({ body: { password, agreed: true } });
    if (!outcome) return;
    if (outcome.ok) session.signOut();
    else setError(outcome.message);
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.closeTitle}
      closeLabel={shell.close}
      hasUnsavedInput={password !== ''}
      action={
        <Button kind="danger" disabled={password === ''} busy={busy} onPress={() => void close()}>
          {words.closeAccount}
        </Button>
      }
    >
      <div className="identity-screen__sheet">
        <Note raised tone="danger">
          {words.closeLead}
        </Note>
        <form
          data-first-focus
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (password !== '') void close();
          }}
        >
          <PasswordField
            label={words.password}
            name="password"
            surface="sheet"
            autoComplete="current-password"
            value={password}
            error={error}
            onChange={(text) => {
              setPassword(text);
              setError(undefined);
            }}
            words={{ show: words.showPassword, hide: words.hidePassword }}
          />
        </form>
      </div>
      {question}
    </BottomSheet>
  );
}
