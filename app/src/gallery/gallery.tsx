import { useState } from 'react';
import { FloorMark } from '../shell/messages/floor-mark.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { BrandMark } from '../ui/icons/brand-mark.tsx';
import { Actions } from './actions.tsx';
import { Amounts } from './amounts.tsx';
import { Choices } from './choices.tsx';
import { Colours } from './colours.tsx';
import { Facts } from './facts.tsx';
import { Fields } from './fields.tsx';
import { Frames } from './frames.tsx';
import './gallery.css';
import { type Appearance, appearanceSearch, paintPage, readAppearance, type Theme } from './appearance.ts';
import { Icons } from './icon-table.tsx';
import { Overlays } from './overlays.tsx';
import { Rows } from './rows.tsx';
import { States } from './states.tsx';

const themeNames: Record<Theme, string> = { dark: 'Dark · 먹', light: 'Light · 한지' };

export function Gallery() {
  const [appearance, setAppearance] = useState(() => readAppearance(location.search));
  const change = (part: Partial<Appearance>) => {
    const next = { ...appearance, ...part };
    history.replaceState(null, '', appearanceSearch(next));
    paintPage(document.documentElement, next);
    setAppearance(next);
  };
  const themes: readonly Theme[] = appearance.theme === 'both' ? ['dark', 'light'] : [appearance.theme];
  return (
    <main className="gallery">
      <AppearanceBar appearance={appearance} onChange={change} />
      <Overlays />
      <div className={themes.length > 1 ? 'gallery__halves gallery__halves--two' : 'gallery__halves'}>
        {themes.map((theme) => (
          <Half key={theme} theme={theme} updown={appearance.updown} />
        ))}
      </div>
      <FloorMark />
    </main>
  );
}

interface AppearanceBarProps {
  readonly appearance: Appearance;
  readonly onChange: (part: Partial<Appearance>) => void;
}

function AppearanceBar({ appearance, onChange }: AppearanceBarProps) {
  return (
    <header className="gallery__look">
      <h1 className="gallery__title">구성요소</h1>
      <Segmented
        label="테마"
        size="small"
        value={appearance.theme}
        options={[
          { value: 'both', label: '둘 다' },
          { value: 'dark', label: themeNames.dark },
          { value: 'light', label: themeNames.light },
        ]}
        onChange={(theme) => onChange({ theme })}
      />
      <Segmented
        label="등락 색"
        size="small"
        value={appearance.updown}
        options={[
          { value: 'global', label: '초록 · 빨강' },
          { value: 'kr', label: '빨강 · 파랑' },
        ]}
        onChange={(updown) => onChange({ updown })}
      />
    </header>
  );
}

/** Both attributes on one element: the direction's colours are taken from the theme beside them. */
function Half({ theme, updown }: { readonly theme: Theme; readonly updown: Appearance['updown'] }) {
  return (
    <section className="gallery__half" data-theme={theme} data-updown={updown} aria-label={themeNames[theme]}>
      <div className="gallery__name">
        <BrandMark size={32} />
        <span>{themeNames[theme]}</span>
      </div>
      <Colours />
      <Actions id={theme} />
      <Fields />
      <Amounts />
      <Choices />
      <Rows />
      <Facts />
      <Frames />
      <States />
      <Icons />
    </section>
  );
}
