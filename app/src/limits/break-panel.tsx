// A break: how long, and once it runs, until when.
import { coolOff, type WireLimits } from '@maru/contract/limits/calls';
import { breakEnds } from '@maru/engine/limits/periods';
import { millis } from '@maru/engine/time';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { momentText } from './limit-words.ts';

const LENGTHS = ['HOUR', 'DAY', 'WEEK', 'SIX_WEEKS'] as const;

interface Props {
  readonly pause: WireLimits['pause'];
  readonly onChanged: (limits: WireLimits) => void;
}

export function BreakPanel({ pause, onChanged }: Props) {
  const words = useWords(limitsWords);
  const now = useServerSecond();
  const { ask, show } = useAlerts();
  const { busy, send } = useCall(coolOff);
  const [length, setLength] = useState<(typeof LENGTHS)[number]>('DAY');

  async function begin(): Promise<void> {
    const named = words.length[length];
    const choice = await ask({
      title: words.breakQuestion(named),
      message: words.breakMessage(momentText(breakEnds(millis(now), length), now, words)),
      safe: words.keep,
      other: words.doBreak(named),
      bright: 'other',
    });
    if (choice === 'safe') return;
    const outcome = await send({ body: { length } });
    if (outcome === undefined) return;
    if (outcome.ok) onChanged(outcome.reply);
    else show(outcome.message);
  }

  return (
    <section className="limits__break">
      <h2 className="text-title3">{words.break}</h2>
      <p className="limits__break-lead text-note">{words.breakLead}</p>
      {pause.untilMillis !== null && (
        <p className="limit-row__pending" role="status">
          <Icon name="clock" size={18} weight={2} />
          <span className="limit-row__pending-words">
            {pause.state === 'EXCLUDED' ? words.excludedNow : words.resting} ·{' '}
            <strong>{words.until(momentText(pause.untilMillis, now, words))}</strong>
          </span>
        </p>
      )}
      {pause.state !== 'EXCLUDED' && (
        <>
          <ChipRow label={words.break}>
            {LENGTHS.map((each) => (
              <Chip key={each} shape="square" pressed={length === each} onPress={() => setLength(each)}>
                {words.length[each]}
              </Chip>
            ))}
          </ChipRow>
          <Button kind="tonal" busy={busy} onPress={() => void begin()}>
            {words.doBreak(words.length[length])}
          </Button>
        </>
      )}
    </section>
  );
}
