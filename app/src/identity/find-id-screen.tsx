import type { ReplyOf } from '@maru/contract/call';
import { findId } from '@maru/contract/identity/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useRouter } from '../shell/routing/router.tsx';
import { identityWords } from '../text/identity.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { IdentityPage } from './identity-page.tsx';
import { ProofSteps } from './proof-steps.tsx';

type Found = ReplyOf<typeof findId>['content'];

export function FindIdScreen() {
  const words = useWords(identityWords);
  const { language } = useLanguage();
  const router = useRouter();
  const alerts = useAlerts();
  const { send } = useCall(findId);
  const [found, setFound] = useState<Found | undefined>(undefined);

  async function find(proof: string) {
    const outcome = await send({ body: { proof } });
    if (outcome?.ok) setFound(outcome.reply.content);
    else if (outcome) alerts.show(outcome.message);
  }
  if (found === undefined) {
    return (
      <ProofSteps
        purpose="FIND_ID"
        title={words.findIdTitle}
        heading={words.findIdHeading}
        lead={words.findIdLead}
        onProof={(proof) => void find(proof)}
      />
    );
  }
  const isFound = found.length > 0;
  const dayOf = (millis: number) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'Asia/Seoul' }).format(millis);
  return (
    <IdentityPage
      title={words.findIdTitle}
      heading={isFound ? words.foundHeading : words.notFoundHeading}
      lead={isFound ? words.foundLead : words.notFoundLead}
      action={{ label: words.toSignIn, onPress: () => void router.navigate({ to: '/signin' }) }}
    >
      {isFound && (
        <KeyValueList framed>
          {found.map(({ username, createdMillis }) => (
            <KeyValue key={username} name={username}>
              {words.joined(dayOf(createdMillis))}
            </KeyValue>
          ))}
        </KeyValueList>
      )}
    </IdentityPage>
  );
}
