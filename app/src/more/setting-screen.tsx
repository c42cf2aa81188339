// The preferences of this device. Every change is stored at once.
import { useState } from 'react';
import { useDevice, usePreferences } from '../shell/device/device.tsx';
import { type Preferences, START_PAGES, type StartPage } from '../shell/device/preferences.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import type { OrderSound } from '../sound/sound-rules.ts';
import { type Language, useLanguage, useWords } from '../text/language.tsx';
import { modeWords } from '../text/mode.ts';
import { moreWords } from '../text/more.ts';
import { textLinkClass } from '../ui/buttons/button.tsx';
import { MenuSheet } from '../ui/overlays/menu-sheet.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import { ColourChoice, ModeChoice, ThemeChoice } from './appearance-choice.tsx';
import { FuturesHabits } from './futures-habits.tsx';
import { OrderHabits } from './order-habits.tsx';
import { SoundRow } from './sound-row.tsx';
import { SwitchRow } from './switch-row.tsx';
import './setting-screen.css';

type Flag = 'confirmOrders' | 'buyOnRight' | 'haptics';

export function SettingScreen() {
  const { text, language, setLanguage } = useLanguage();
  const words = useWords(moreWords);
  const modeText = useWords(modeWords);
  const { preferences } = useDevice();
  const now = usePreferences();
  const { site } = usePlatform();
  const features = useWatched(site)?.features;
  const alerts = useAlerts();
  const toasts = useToasts();
  const [choosing, setChoosing] = useState<'language' | 'startPage'>();
  const change = (changed: Partial<Preferences>) => preferences.change(changed);
  const close = () => setChoosing(undefined);
  const nameOf = (page: StartPage) => (page === 'last' ? words.startPageLast : text.shell.tabs[page]);
  const flag = (name: Flag, label: string, lead?: string) => (
    <SwitchRow label={label} lead={lead} checked={now[name]} onChange={(on) => change({ [name]: on })} />
  );
  const sound = (name: OrderSound, label: string, lead?: string) => (
    <SoundRow
      sound={name}
      label={label}
      lead={lead}
      checked={now.sound[name]}
      onChange={(on) => change({ sound: { ...now.sound, [name]: on } })}
    />
  );

  async function reset() {
    const answer = await alerts.ask({
      title: words.resetQuestion,
      message: words.resetLead,
      safe: words.resetKeep,
      other: words.resetDo,
      bright: 'other',
    });
    if (answer === 'safe') return;
    preferences.reset();
    toasts.show({ kind: 'order', title: words.resetDone });
  }

  return (
    <div className="settings">
      <SectionTitle>{words.screen}</SectionTitle>
      <ThemeChoice value={now.theme} onChange={(theme) => change({ theme })} />
      <SectionTitle>{words.updown}</SectionTitle>
      <ColourChoice value={now.updown} onChange={(updown) => change({ updown })} />
      <SectionTitle>{modeText.title}</SectionTitle>
      <ModeChoice value={now.mode} onChange={(mode) => change({ mode })} />
      <SectionTitle>{words.orders}</SectionTitle>
      <OrderHabits preferences={now} onChange={change} />
      {flag('confirmOrders', words.confirmOrders, words.confirmOrdersLead)}
      {flag('buyOnRight', words.buyOnRight, words.buyOnRightLead)}
      {features?.futures === true && <FuturesHabits preferences={now} onChange={change} />}
      <SectionTitle>{words.soundAndHaptics}</SectionTitle>
      {sound('SUCCESS', words.soundSuccess, words.soundSuccessLead)}
      {sound('CANCEL', words.soundCancel)}
      {sound('FILLED', words.soundFilled, words.soundFilledLead)}
      <SoundRow
        sound="BET_END"
        label={words.betEndAlarm}
        lead={words.betEndAlarmLead}
        checked={now.betEndAlarm}
        onChange={(betEndAlarm) => change({ betEndAlarm })}
      />
      {flag('haptics', words.haptics)}
      <SectionTitle>{words.general}</SectionTitle>
      <ListRow
        height={56}
        title={words.language}
        end={<span className="settings__value">{language === 'ko' ? words.korean : words.english}</span>}
        plain
        chevron
        onPress={() => setChoosing('language')}
      />
      <ListRow
        height={56}
        title={words.startPage}
        end={<span className="settings__value">{nameOf(now.startPage)}</span>}
        plain
        chevron
        onPress={() => setChoosing('startPage')}
      />
      <button type="button" className={`${textLinkClass} settings__reset`} onClick={() => void reset()}>
        {words.reset}
      </button>
      <MenuSheet<Language>
        open={choosing === 'language'}
        onClose={close}
        title={words.language}
        closeLabel={text.shell.close}
        current={language}
        choices={[
          { key: 'ko', label: words.korean },
          { key: 'en', label: words.english },
        ]}
        onChoose={(chosen) => {
          close();
          setLanguage(chosen);
        }}
      />
      <MenuSheet<StartPage>
        open={choosing === 'startPage'}
        onClose={close}
        title={words.startPage}
        closeLabel={text.shell.close}
        current={now.startPage}
        choices={START_PAGES.map((key) => ({ key, label: nameOf(key) }))}
        onChoose={(startPage) => {
          close();
          change({ startPage });
        }}
      />
    </div>
  );
}
