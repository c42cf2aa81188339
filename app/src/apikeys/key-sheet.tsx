// Rights of a key are chosen, and then given with the password and the second factor. A refusal that is about one of
// the fields leads back to it.
import type { Outcome } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { mySecurity } from '@maru/contract/security/calls';
import { type ReactNode, useState } from 'react';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { ProofSheet } from '../shell/member/proof-sheet.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';

interface Props<C extends AnyCall> {
  readonly call: C;
  /** Everything of the body but the proof. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly title: string;
  /** What the last button says. */
  readonly action: string;
  readonly isComplete: boolean;
  readonly hasUnsavedInput: boolean;
  readonly onClose: () => void;
  readonly onDone: (reply: Extract<Outcome<C>, { readonly ok: true }>['reply']) => void;
  readonly children: (messageOf: (field: string) => string | undefined) => ReactNode;
}

export function KeySheet<C extends AnyCall>(props: Props<C>) {
  const { call, body, title, action, isComplete, hasUnsavedInput, onClose, onDone, children } = props;
  const words = useWords(apikeysWords);
  const alerts = useAlerts();
  const security = useAnswer(mySecurity);
  const [isProving, setProving] = useState(false);
  const [wrong, setWrong] = useState<{
    readonly field: string;
    readonly value: string;
    readonly message: string;
  }>();
  const byCode = security.state === 'ready' && security.reply.totp !== null;
  const textOf = (field: string) => JSON.stringify(body[field]);

  if (isProving)
    return (
      <ProofSheet
        call={call}
        body={body}
        title={words.confirmTitle}
        lead={byCode ? words.confirmLeadCode : words.confirmLead}
        action={action}
        onClose={() => setProving(false)}
        onDone={onDone}
        onRefused={({ field, message }) => {
          setProving(false);
          if (field === undefined) alerts.show(message);
          else setWrong({ field, value: textOf(field), message });
        }}
      />
    );
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={title}
      closeLabel={words.close}
      hasUnsavedInput={hasUnsavedInput}
      action={
        <Button disabled={!isComplete} onPress={() => setProving(true)}>
          {(byCode ? words.confirmByCode : words.confirmByPassword)(action)}
        </Button>
      }
    >
      {children((field) =>
        wrong?.field === field && wrong.value === textOf(field) ? wrong.message : undefined,
      )}
    </BottomSheet>
  );
}
