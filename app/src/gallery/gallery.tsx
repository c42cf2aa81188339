import { useState } from 'react';
import { FloorMark } from '../shell/messages/floor-mark.tsx';
import { useLanguage } from '../text/language.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { BrandName } from '../ui/icons/brand-mark.tsx';
import { Actions } from './actions.tsx';
import { Amounts } from './amounts.tsx';
import { Choices } from './choices.tsx';
import { Colours } from './colours.tsx';
import { Facts } from './facts.tsx';
import { Fields } from './fields.tsx';
import { Frames } from './frames.tsx';
import './gallery.css';
import { Icons } from './icon-table.tsx';
import { type Look, lookSearch, paintPage, readLook, type Theme } from './look.ts';
import { Overlays } from './overlays.tsx';
import { Rows } from './rows.tsx';
import { States } from './states.tsx';
import { useWords } from './words.ts';

export function Gallery() {
  const [look, setLook] = useState(() => readLook(location.search));
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part };
    history.replaceState(null, '', lookSearch(next));
    paintPage(document.documentElement, next);
    setLook(next);
  };
  const themes: readonly Theme[] = look.theme === 'both' ? ['dark', 'light'] : [look.theme];
  return (
    <main className="gallery">
      <LookBar look={look} onChange={change} />
      <Overlays />
      <div className={themes.length > 1 ? 'gallery__halves gallery__halves--two' : 'gallery__halves'}>
        {themes.map((theme) => (
          <Half key={theme} theme={theme} updown={look.updown} />
        ))}
      </div>
      <FloorMark />
    </main>
  );
}

interface LookBarProps {
  readonly look: Look;
  readonly onChange: (part: Partial<Look>) => void;
}

function LookBar({ look, onChange }: LookBarProps) {
  const words = useWords().look;
  const { speak } = useLanguage();
  return (
    <header className="gallery__look">
      <h1 className="gallery__title">{words.title}</h1>
      <Segmented
        label={words.theme}
        size="small"
        value={look.theme}
        options={[
          { value: 'both', label: words.both },
          { value: 'dark', label: words.dark },
          { value: 'light', label: words.light },
          { value: 'device', label: words.device },
        ]}
        onChange={(theme) => onChange({ theme })}
      />
      <Segmented
        label={words.updown}
        size="small"
        value={look.updown}
        options={[
          { value: 'global', label: words.global },
          { value: 'kr', label: words.kr },
        ]}
        onChange={(updown) => onChange({ updown })}
      />
      <Segmented
        label={words.language}
        size="small"
        value={look.language}
        options={[
          { value: 'ko', label: '한국어' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(language) => {
          onChange({ language });
          speak(language);
        }}
      />
    </header>
  );
}

/** Both attributes on one element: the direction's colours are taken from the theme they stand beside. */
function Half({ theme, updown }: { readonly theme: Theme; readonly updown: Look['updown'] }) {
  const words = useWords();
  return (
    <section className="gallery__half" data-theme={theme} data-updown={updown} aria-label={words.look[theme]}>
      <div className="gallery__name">
        <BrandName size={32}>{words.brand}</BrandName>
        <span>{words.look[theme]}</span>
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
