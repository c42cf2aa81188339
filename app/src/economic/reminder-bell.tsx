// The bell of a release that is still to come: ten minutes before it the member is reminded.
import { economicReminders, setEconomicReminder, type WireIndicator } from '@maru/contract/economic/calls';
import { useState } from 'react';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { economicWords } from '../text/economic.ts';
import { useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';

type Props = Pick<WireIndicator, 'atMillis' | 'country' | 'code'> & { readonly name: string };

export function ReminderBell({ atMillis, country, code, name }: Props) {
  const words = useWords(economicWords);
  const { call } = usePlatform();
  const { show: alert } = useAlerts();
  const { show } = useToasts();
  const { reply, reload } = useAnswer(economicReminders, {});
  /** What was tapped, until the answer says the same. */
  const [wanted, setWanted] = useState<boolean>();
  const isSet =
    reply?.reminders.some(
      (each) => each.atMillis === atMillis && each.country === country && each.code === code,
    ) ?? false;
  if (wanted === isSet) setWanted(undefined);
  const isOn = wanted ?? isSet;

  async function change(): Promise<void> {
    setWanted(!isOn);
    const outcome = await call(setEconomicReminder, { body: { atMillis, country, code, isOn: !isOn } });
    if (!outcome.ok) {
      setWanted(undefined);
      alert(outcome.message);
      return;
    }
    reload();
    if (!isOn) show({ kind: 'general', title: words.reminded, line: name });
  }

  return (
    <span className={isOn ? 'indicator-row__bell indicator-row__bell--on' : 'indicator-row__bell'}>
      <IconButton
        icon="bell"
        size={20}
        label={words.remind(name)}
        pressed={isOn}
        disabled={reply === undefined}
        onPress={() => void change()}
      />
    </span>
  );
}
