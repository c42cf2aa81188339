// How long withdrawals wait after a change (picture 36b), and the lock.
import { lockAccount, setProtection, unlockAccount } from '@maru/contract/security/calls';
import { PROTECTION_HOURS } from '@maru/contract/security/protection-hours';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { ProofSheet } from '../shell/member/proof-sheet.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { SectionTitle } from '../ui/rows/list-row.tsx';
import { Note } from '../ui/states/note.tsx';
import type { SecurityState } from './protections.ts';
import { whenText } from './when-text.ts';

interface Props {
  readonly state: SecurityState;
  readonly onChanged: () => void;
}

type Hours = (typeof PROTECTION_HOURS)[number];

export function ProtectionPanel({ state: { protection }, onChanged }: Props) {
  const words = useWords(securityWords);
  const { language } = useLanguage();
  const alerts = useAlerts();
  const toasts = useToasts();
  const now = usePlatform().clock.now();
  const { busy, send } = useCall(setProtection);
  const [shorter, setShorter] = useState<Hours>();
  const when = (at: number) => whenText(at, now, { words, language });
  const until = protection.waits.find(({ reason }) => reason !== 'LOCKED')?.untilMillis;

  async function choose(hours: Hours) {
    if (hours === protection.hours && protection.next === null) return;
    if (hours < protection.hours) return setShorter(hours);
    const outcome = await send({ body: { hours } });
    if (!outcome) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    done();
  }

  function done() {
    setShorter(undefined);
    toasts.show({ kind: 'order', title: words.protectionSet });
    onChanged();
  }

  return (
    <>
      <SectionTitle>{words.protection}</SectionTitle>
      <section className="security__card" aria-label={words.protection}>
        <p className="security__what">
          <span className="text-strong">{words.protectionWhat}</span>
          <b className="text-title2">{words.hours(protection.hours)}</b>
        </p>
        <p className="text-note">{words.protectionLead}</p>
        <Segmented
          label={words.protection}
          disabled={busy}
          options={PROTECTION_HOURS.map((hours) => ({ value: String(hours), label: words.hours(hours) }))}
          value={String(protection.hours)}
          onChange={(value) => void choose(Number(value) as Hours)}
        />
        <p className="security__rule text-note">
          <Icon name="info" size={16} />
          {protection.next === null
            ? words.protectionRule(protection.hours)
            : words.protectionNext(protection.next.hours, when(protection.next.fromMillis))}
        </p>
        {until !== undefined && <Note tone="warn">{words.waitsUntil(when(until))}</Note>}
      </section>
      {shorter !== undefined && (
        <ProofSheet
          call={setProtection}
          body={{ hours: shorter }}
          title={words.protectionShorter}
          lead={words.protectionShorterLead}
          action={words.confirm}
          onClose={() => setShorter(undefined)}
          onDone={done}
        />
      )}
    </>
  );
}

export function LockPanel({ state: { lockedMillis }, onChanged }: Props) {
  const words = useWords(securityWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { session } = usePlatform();
  const { busy, send } = useCall(lockAccount);
  const [isUnlocking, setUnlocking] = useState(false);

  async function lock() {
    const choice = await alerts.ask({
      title: words.lockQuestion,
      message: words.lockQuestionLead,
      safe: words.lockKeep,
      other: words.lockDo,
      bright: 'other',
    });
    if (choice === 'safe') return;
    const outcome = await send({ body: {} });
    if (!outcome) return;
    // Its own session has ended with all others.
    if (outcome.ok) session.endWith(words.locked);
    else alerts.show(outcome.message);
  }

  if (lockedMillis !== null)
    return (
      <div className="security__lock">
        <Note tone="danger">
          <b>{words.locked}</b> {words.lockedLead}
        </Note>
        <Button icon="lock" onPress={() => setUnlocking(true)}>
          {words.unlock}
        </Button>
        {isUnlocking && (
          <ProofSheet
            call={unlockAccount}
            title={words.unlock}
            lead={words.unlockLead}
            action={words.unlock}
            onClose={() => setUnlocking(false)}
            onDone={() => {
              setUnlocking(false);
              toasts.show({ kind: 'order', title: words.unlocked });
              onChanged();
            }}
          />
        )}
      </div>
    );
  return (
    <div className="security__lock">
      <Button kind="danger" icon="lock" busy={busy} onPress={() => void lock()}>
        {words.lock}
      </Button>
      <p className="text-caption">{words.lockLead}</p>
    </div>
  );
}
