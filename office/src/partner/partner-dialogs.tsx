// What is asked for of partners: a new one, and other rates. Each waits for a second person.
import { changePartner, createPartner } from '@maru/contract/partner/calls';
import { useState } from 'react';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Field } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/partner.ts';
import { type Partner, type Percents, RateFields, ratesOf } from './rate-fields.tsx';

interface NewPartnerProps {
  readonly parent: Partner | undefined;
  /** The bases there are, each with nothing. */
  readonly rates: Partner['rates'];
  readonly onClose: () => void;
}

export function NewPartner({ parent, rates, onClose }: NewPartnerProps) {
  const office = useOffice();
  const creating = useAct(createPartner);
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [nick, setNick] = useState('');
  const [code, setCode] = useState('');
  const [percents, setPercents] = useState<Percents>({});
  const none = rates.map((each) => ({ ...each, rate: '0', next: null }));
  async function send(reason: string): Promise<void> {
    const wanted = ratesOf(none, percents);
    if (wanted === undefined) return;
    const person = { username: username.trim(), name: name.trim(), nick: nick.trim(), code: code.trim() };
    const below = parent === undefined ? {} : { parentId: parent.id };
    const outcome = await creating.act({ ...person, ...below, rates: wanted, reason });
    if (!outcome.ok) return;
    office.toast('good', words.asked);
    onClose();
  }
  return (
    <ReasonDialog
      open
      title={words.addTitle}
      confirm={words.ask}
      takesTwo
      busy={creating.isBusy}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{parent === undefined ? words.levels[1] : words.under(parent.code, parent.nick)}</p>
      <p>{words.addSentence}</p>
      <Field label={words.username} value={username} required maxLength={20} onChange={setUsername} />
      <Field label={words.name} value={name} required maxLength={40} onChange={setName} />
      <Field label={words.nick} value={nick} required maxLength={12} onChange={setNick} />
      <Field label={words.code} value={code} required maxLength={20} onChange={setCode} />
      <RateFields rates={none} percents={percents} onChange={setPercents} />
    </ReasonDialog>
  );
}

interface ChangeProps {
  readonly partner: Partner;
  readonly kind: 'RATES' | 'RESET';
  readonly onClose: () => void;
}

export function ChangePartner({ partner: { id, rates }, kind, onClose }: ChangeProps) {
  const office = useOffice();
  const changing = useAct(changePartner);
  const [percents, setPercents] = useState<Percents>({});
  async function send(reason: string): Promise<void> {
    const wanted = ratesOf(rates, percents);
    if (kind === 'RATES' && wanted === undefined) return;
    const outcome = await changing.act({
      ...{ partnerId: id, reason },
      ...(kind === 'RESET' ? { isReset: true as const } : { rates: wanted ?? [] }),
    });
    if (!outcome.ok) return;
    office.toast('good', words.asked);
    onClose();
  }
  return (
    <ReasonDialog
      open
      title={kind === 'RATES' ? words.change : words.resetTitle}
      confirm={words.ask}
      takesTwo
      busy={changing.isBusy}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      {kind === 'RATES' && (
        <>
          <p>{words.changeSentence}</p>
          <RateFields rates={rates} percents={percents} onChange={setPercents} />
        </>
      )}
    </ReasonDialog>
  );
}
