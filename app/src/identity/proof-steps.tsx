// Proving an e-mail address or a phone number in two steps: where the code goes, and the code.
import { emailOf, isUsername, phoneOf } from '@maru/contract/account/rules';
import { certificateEmail, certificatePhone, verifyEmail, verifyPhone } from '@maru/contract/identity/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { identityWords } from '../text/identity.ts';
import { useWords } from '../text/language.tsx';
import { textLinkClass } from '../ui/buttons/button.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { PhoneField } from '../ui/fields/phone-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Note } from '../ui/states/note.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { IdentityPage } from './identity-page.tsx';

type Way = 'EMAIL' | 'PHONE';

interface Props {
  readonly purpose: 'FIND_ID' | 'FIND_PASSWORD';
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly onProof: (proof: string) => void;
}

interface SentCode {
  readonly key: string;
  readonly isStandIn: boolean;
}

export function ProofSteps({ purpose, title, heading, lead, onProof }: Props) {
  const words = useWords(identityWords);
  const alerts = useAlerts();
  const [way, setWay] = useState<Way>('EMAIL');
  const [typed, setTyped] = useState({ username: '', EMAIL: '', PHONE: '' });
  const [sent, setSent] = useState<SentCode | undefined>(undefined);
  const value = typed[way];
  const sending = useCall(way === 'EMAIL' ? certificateEmail : certificatePhone);
  const isNamed = purpose !== 'FIND_PASSWORD' || isUsername(typed.username);
  const isGood = isNamed && (way === 'EMAIL' ? emailOf(value) : phoneOf(value)) !== undefined;
  const change = (field: keyof typeof typed) => (text: string) =>
    setTyped((before) => ({ ...before, [field]: text }));

  async function send() {
    const { username } = typed;
    const body = { certificateValue: value, purpose, ...(purpose === 'FIND_PASSWORD' ? { username } : {}) };
    const outcome = await sending.send({ body });
    if (!outcome) return;
    if (outcome.ok) setSent(outcome.reply);
    else alerts.show(outcome.message);
  }

  if (sent !== undefined) {
    return (
      <CodeStep
        key={sent.key}
        {...{ title, way, sent, onProof }}
        lead={purpose === 'FIND_PASSWORD' ? words.codeMaybeSent : words.codeSent(value)}
        onAgain={() => void send()}
        onBack={() => setSent(undefined)}
      />
    );
  }
  return (
    <IdentityPage
      {...{ title, heading, lead }}
      action={{
        label: words.sendCode,
        busyLabel: words.sendingCode,
        busy: sending.busy,
        disabled: !isGood,
        onPress: () => void send(),
      }}
    >
      {purpose === 'FIND_PASSWORD' && (
        <TextField
          label={words.username}
          name="username"
          autoComplete="username"
          pattern="username"
          maxLength={20}
          value={typed.username}
          onChange={change('username')}
        />
      )}
      <Segmented
        label={words.way}
        value={way}
        onChange={setWay}
        options={[
          { value: 'EMAIL', label: words.email },
          { value: 'PHONE', label: words.phone },
        ]}
      />
      {way === 'EMAIL' ? (
        <TextField
          label={words.email}
          name="email"
          type="email"
          pattern="email"
          autoComplete="email"
          maxLength={254}
          value={typed.EMAIL}
          onChange={change('EMAIL')}
        />
      ) : (
        <PhoneField label={words.phone} name="phone" value={typed.PHONE} onChange={change('PHONE')} />
      )}
    </IdentityPage>
  );
}

interface CodeStepProps extends Pick<Props, 'title' | 'lead' | 'onProof'> {
  readonly way: Way;
  readonly sent: SentCode;
  readonly onAgain: () => void;
  readonly onBack: () => void;
}

function CodeStep({ title, lead, way, sent, onProof, onAgain, onBack }: CodeStepProps) {
  const words = useWords(identityWords);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const { busy, send } = useCall(way === 'EMAIL' ? verifyEmail : verifyPhone);

  async function check() {
    const outcome = await send({ body: { key: sent.key, secretCode: code } });
    if (!outcome) return;
    if (outcome.ok) onProof(outcome.reply.proof);
    else setError(outcome.message);
  }
  return (
    <IdentityPage
      {...{ title, lead, onBack }}
      heading={words.codeHeading}
      action={{
        label: words.check,
        busyLabel: words.checking,
        busy,
        disabled: code.length !== CODE_LENGTH,
        onPress: () => void check(),
      }}
    >
      <CodeField
        value={code}
        error={error}
        onChange={(text) => {
          setCode(text);
          setError(undefined);
        }}
      />
      <button type="button" className={`${textLinkClass} identity__again`} onClick={onAgain}>
        {words.sendAgain}
      </button>
      {sent.isStandIn && <Note>{words.standIn}</Note>}
    </IdentityPage>
  );
}
