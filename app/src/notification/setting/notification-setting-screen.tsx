// What the member wants to be told, on which devices, and when not (the gear of picture 40).
import { formatDate } from '@maru/client/format-date';
import {
  CATEGORIES,
  type Category,
  type NotificationSetting,
  notificationSetting,
  pushDevices,
  removePushDevice,
  setNotificationSetting,
} from '@maru/contract/notification/calls';
import { useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { notificationWords } from '../../text/notification.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { ListRow, SectionTitle } from '../../ui/rows/list-row.tsx';
import { SettingRow } from '../../ui/rows/setting-row.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { DeviceSwitch } from './device-switch.tsx';
import './notification-setting-screen.css';

/** What is shown over the page, but for what is the answer to an order itself: that cannot be switched off. */
const SHOWN_IN_APP = ['PRICE', 'ECONOMIC', 'NOTICE'] as const satisfies readonly Category[];
const USUAL_QUIET = { fromMinute: 23 * 60, toMinute: 7 * 60 };

export function NotificationSettingScreen() {
  const words = useWords(notificationWords);
  const answer = useAnswer(notificationSetting, {});
  if (answer.reply !== undefined) return <Settings first={answer.reply} reload={answer.reload} />;
  return answer.state === 'failed' ? (
    <LoadFailed title={words.settingFailed} message={answer.message} onRetry={answer.reload} />
  ) : (
    <SkeletonRows count={8} tile={false} />
  );
}

interface Props {
  readonly first: NotificationSetting;
  readonly reload: () => void;
}

function Settings({ first, reload }: Props) {
  const words = useWords(notificationWords);
  const { call } = usePlatform();
  const { show } = useAlerts();
  const [setting, setSetting] = useState(first);

  async function change(changed: Partial<NotificationSetting>): Promise<void> {
    const before = setting;
    const next = { ...setting, ...changed };
    setSetting(next);
    const outcome = await call(setNotificationSetting, { body: next });
    if (!outcome.ok) {
      setSetting(before);
      show(outcome.message);
    } else reload();
  }

  const toggled = (list: readonly Category[], category: Category, isOn: boolean): Category[] =>
    CATEGORIES.filter((each) => (each === category ? isOn : list.includes(each)));

  return (
    <div className="notification-setting">
      <Devices />
      <SectionTitle>{words.push}</SectionTitle>
      {CATEGORIES.map((category) => (
        <SettingRow
          key={category}
          label={words.categories[category]}
          lead={words.leads[category]}
          checked={setting.push.includes(category)}
          onChange={(isOn) => void change({ push: toggled(setting.push, category, isOn) })}
        />
      ))}
      <SectionTitle>{words.inApp}</SectionTitle>
      {SHOWN_IN_APP.map((category) => (
        <SettingRow
          key={category}
          label={words.inAppNames[category]}
          checked={setting.inApp.includes(category)}
          onChange={(isOn) => void change({ inApp: toggled(setting.inApp, category, isOn) })}
        />
      ))}
      <p className="notification-setting__note text-caption">{words.inAppLead}</p>
      <SectionTitle>{words.quiet}</SectionTitle>
      <SettingRow
        label={words.quiet}
        lead={words.quietLead}
        checked={setting.quiet !== null}
        onChange={(isOn) => void change({ quiet: isOn ? USUAL_QUIET : null })}
      />
      {setting.quiet !== null && (
        <QuietHours setting={setting} quiet={setting.quiet} toggled={toggled} onChange={change} />
      )}
    </div>
  );
}

interface QuietProps {
  readonly setting: NotificationSetting;
  readonly quiet: NonNullable<NotificationSetting['quiet']>;
  readonly toggled: (list: readonly Category[], category: Category, isOn: boolean) => Category[];
  readonly onChange: (changed: Partial<NotificationSetting>) => Promise<void>;
}

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function minuteOf(clock: string): number | undefined {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(clock) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

function QuietHours({ setting, quiet, toggled, onChange }: QuietProps) {
  const words = useWords(notificationWords);
  const time = (label: string, key: 'fromMinute' | 'toMinute') => (
    <label className="notification-setting__time">
      <span className="text-caption">{label}</span>
      <input
        type="time"
        className="input-box figure"
        value={clockOf(quiet[key])}
        onChange={(event) => {
          const minute = minuteOf(event.target.value);
          if (minute !== undefined) void onChange({ quiet: { ...quiet, [key]: minute } });
        }}
      />
    </label>
  );
  return (
    <>
      <div className="notification-setting__times">
        {time(words.from, 'fromMinute')}
        {time(words.to, 'toMinute')}
      </div>
      <p className="notification-setting__note text-caption">{words.through}</p>
      <ChipRow label={words.through} gutter>
        {CATEGORIES.map((category) => {
          const isOn = category === 'RISK' || setting.through.includes(category);
          return (
            <Chip
              key={category}
              pressed={isOn}
              disabled={category === 'RISK'}
              onPress={() => void onChange({ through: toggled(setting.through, category, !isOn) })}
            >
              {words.categories[category]}
            </Chip>
          );
        })}
      </ChipRow>
    </>
  );
}

function Devices() {
  const words = useWords(notificationWords);
  const { call } = usePlatform();
  const { reply, reload } = useAnswer(pushDevices, {});
  return (
    <>
      <DeviceSwitch onChanged={reload} />
      {reply !== undefined && reply.devices.length > 0 && (
        <>
          <SectionTitle>{words.devices}</SectionTitle>
          {reply.devices.map(({ id, name, createdMillis }) => (
            <ListRow
              key={id}
              title={name === '' ? words.unnamed : name}
              meta={words.since(formatDate(createdMillis))}
              end={
                <Button
                  kind="tonal"
                  size="small"
                  onPress={() => void call(removePushDevice, { body: { id } }).then(reload)}
                >
                  {words.remove}
                </Button>
              }
            />
          ))}
        </>
      )}
    </>
  );
}
