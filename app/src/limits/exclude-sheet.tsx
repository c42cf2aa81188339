// Self-exclusion in two steps: for how long and what it means, then the password and the same words once more.
import { excludeSelf, type WireLimits } from '@maru/contract/limits/calls';
import { monthsLater } from '@maru/engine/limits/periods';
import { millis } from '@maru/engine/time';
import { useState } from 'react';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { useConfirmedCall } from '../shell/member/use-confirmed-call.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useText, useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { momentText } from './limit-words.ts';

interface Props {
  readonly onClose: () => void;
  readonly onExcluded: (limits: WireLimits) => void;
}

const MONTHS = [6, 12, 24, 36, 60] as const;
type Months = (typeof MONTHS)[number];

export function ExcludeSheet({ onClose, onExcluded }: Props) {
  const words = useWords(limitsWords);
  const { shell } = useText();
  const alerts = useAlerts();
  const now = useServerSecond();
  const { busy, send, question } = useConfirmedCall(excludeSelf);
  const [months, setMonths] = useState<Months>(6);
  const [isSure, setIsSure] = useState(false);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();

  async function exclude(): Promise<void> {
    const outcome = await send({ body: { months, password } });
    if (outcome === undefined) return;
    if (outcome.ok) return onExcluded(outcome.reply);
    if (outcome.field === 'password') setWrong(outcome.message);
    else alerts.show(outcome.message);
  }

  const until = momentText(monthsLater(millis(now), months), now, words);
  const length = words.months[`${months}`];
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isSure ? words.sureTitle : words.exclude}
      closeLabel={shell.close}
      hasUnsavedInput={password !== ''}
      action={
        isSure ? (
          <Button kind="danger" disabled={password === ''} busy={busy} onPress={() => void exclude()}>
            {words.doExclude}
          </Button>
        ) : (
          <Button onPress={() => setIsSure(true)}>{words.next}</Button>
        )
      }
    >
      {isSure ? (
        <>
          <p className="exclude-sheet__sure">{words.sureLead(length, until)}</p>
          <PasswordField
            label={words.password}
            name="password"
            surface="sheet"
            autoComplete="current-password"
            words={{ show: words.show, hide: words.hide }}
            value={password}
            onChange={(value) => {
              setPassword(value);
              setWrong(undefined);
            }}
            error={wrong}
            reserve
          />
          {question}
        </>
      ) : (
        <>
          <div className="exclude-sheet__lengths">
            <ChipRow label={words.excludeLength}>
              {MONTHS.map((each) => (
                <Chip key={each} shape="square" pressed={months === each} onPress={() => setMonths(each)}>
                  {words.months[`${each}`]}
                </Chip>
              ))}
            </ChipRow>
          </div>
          <dl className="limits-sheet__parts">
            <dt>{words.excludeUntil}</dt>
            <dd className="figure text-note">{until}</dd>
            <dt>{words.stops}</dt>
            <dd className="text-note">{words.stopsLead}</dd>
            <dt>{words.stays}</dt>
            <dd className="text-note">{words.staysLead}</dd>
          </dl>
        </>
      )}
    </BottomSheet>
  );
}
