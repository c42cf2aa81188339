// Setting up a second factor: codes of an authenticator app with their recovery codes, or a passkey.
import { QrPicture } from '@maru/app/ui/qr/qr-picture';
import type { ReceivedReply } from '@maru/client/call';
import { officeBeginTotp, officeConfirmTotp } from '@maru/contract/security/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { words } from '../text/security.ts';
import { addOwnPasskey } from './own-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RefusableForm } from './refusable-form.tsx';

type Begun = ReceivedReply<typeof officeBeginTotp>;

export function FactorSetUp({ onDone }: { readonly onDone: () => void }) {
  const office = useOffice();
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function begin(): Promise<void> {
    setBusy(true);
    const outcome = await office.call(officeBeginTotp, { body: { password } });
    setBusy(false);
    setFault(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) setBegun(outcome.reply);
  }
  async function takePasskey(): Promise<void> {
    setBusy(true);
    const refused = await addOwnPasskey(office.call, { password });
    setBusy(false);
    setFault(refused);
    if (refused === undefined) onDone();
  }
  if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (begun !== undefined) return <Scan begun={begun} onCodes={setCodes} />;
  return (
    <RefusableForm fault={fault} onSend={() => void begin()}>
      <Field
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" kind="primary" busy={isBusy}>
        {words.beginTotp}
      </Button>
      <Button disabled={password === ''} busy={isBusy} onPress={() => void takePasskey()}>
        {words.beginPasskey}
      </Button>
    </RefusableForm>
  );
}

/** In groups of four, so that it can be typed. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

function Scan({
  begun,
  onCodes,
}: {
  readonly begun: Begun;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const office = useOffice();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    const outcome = await office.call(officeConfirmTotp, { body: { code: code.replaceAll(' ', '') } });
    setBusy(false);
    setFault(outcome.ok ? undefined : outcome.message);
    if (outcome.ok) onCodes(outcome.reply.recoveryCodes);
  }
  return (
    <RefusableForm fault={fault} onSend={() => void confirm()}>
      <p>{words.scan}</p>
      <QrPicture text={begun.uri} label={words.picture} />
      <p className="own-form__quiet">{words.typed}</p>
      <p className="own-form__secret figure">{grouped(begun.secret)}</p>
      <Field
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
        value={code}
        onChange={setCode}
      />
      <Button type="submit" kind="primary" busy={isBusy}>
        {words.confirm}
      </Button>
    </RefusableForm>
  );
}
