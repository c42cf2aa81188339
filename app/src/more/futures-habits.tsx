// Habits of coin futures: the stop-loss of new positions is a preference of this device; what happens to orders when
// the connection is lost is a rule of the account, which the server keeps.
import { futuresDisconnect, setFuturesDisconnect } from '@maru/contract/futures/calls';
import { useState } from 'react';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { LOSS_PERCENT, type Preferences } from '../shell/device/preferences.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { futuresWords } from '../text/futures.ts';
import { useWords } from '../text/language.tsx';
import { moreWords } from '../text/more.ts';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { Stepper } from '../ui/controls/stepper.tsx';
import { SectionTitle } from '../ui/rows/list-row.tsx';
import './futures-habits.css';
import { SwitchRow } from './switch-row.tsx';

interface Props {
  readonly preferences: Preferences;
  readonly onChange: (change: Partial<Preferences>) => void;
}

const LOSS_STEP = 5;

export function FuturesHabits({ preferences: { defaultStop }, onChange }: Props) {
  const words = useWords(moreWords);
  const { coinFutures } = useWords(futuresWords);
  const change = (part: Partial<Preferences['defaultStop']>) =>
    onChange({ defaultStop: { ...defaultStop, ...part } });
  return (
    <>
      <SectionTitle>{coinFutures}</SectionTitle>
      <SwitchRow
        label={words.defaultStop}
        lead={words.defaultStopLead(String(defaultStop.lossPercent))}
        checked={defaultStop.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      {defaultStop.isOn && (
        <div className="futures-habits__choice">
          <Stepper
            label={words.loss}
            prefix={words.loss}
            unit="%"
            words={{ less: words.lossLess, more: words.lossMore }}
            precision={0}
            min={String(LOSS_PERCENT.least)}
            max={String(LOSS_PERCENT.most)}
            step={String(LOSS_STEP)}
            value={String(defaultStop.lossPercent)}
            onChange={(value) => {
              const percent = Number(value);
              if (percent >= LOSS_PERCENT.least) change({ lossPercent: percent });
            }}
          />
        </div>
      )}
      <DisconnectRule />
    </>
  );
}

const SECONDS = [10, 30, 60, 180] as const;

function DisconnectRule() {
  const words = useWords(moreWords);
  const { show } = useAlerts();
  const { reply, reload } = useAnswer(futuresDisconnect, {});
  const { send } = useCall(setFuturesDisconnect);
  /** Shown at once; what the server has is read again afterwards. */
  const [wanted, setWanted] = useState<{ readonly isActive: boolean; readonly seconds: number }>();
  const rule = wanted ?? reply;
  if (rule === undefined) return null;
  async function change(next: typeof wanted & object) {
    setWanted(next);
    const outcome = await send({ body: next });
    if (outcome === undefined || outcome.ok) return reload();
    setWanted(undefined);
    show(outcome.message);
  }
  return (
    <>
      <SwitchRow
        label={words.disconnect}
        lead={words.disconnectLead(String(rule.seconds))}
        checked={rule.isActive}
        onChange={(isActive) => void change({ isActive, seconds: rule.seconds })}
      />
      {rule.isActive && (
        <div className="futures-habits__choice">
          <ChipRow label={words.disconnectAfter}>
            {SECONDS.map((seconds) => (
              <Chip
                key={seconds}
                shape="square"
                pressed={seconds === rule.seconds}
                onPress={() => void change({ isActive: true, seconds })}
              >
                {words.seconds(String(seconds))}
              </Chip>
            ))}
          </ChipRow>
        </div>
      )}
    </>
  );
}
