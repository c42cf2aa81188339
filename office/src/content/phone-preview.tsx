// A phone beside the editor: the text as a member gets it, drawn by the app's own function for texts of staff.
import { Icon } from '@maru/app/ui/icons/icon';
import { RichText } from '@maru/app/ui/rows/rich-text';
import { useState } from 'react';
import { minuteOf } from '../parts/moments.ts';
import { words } from '../text/content.ts';
import './phone-preview.css';

interface Props {
  readonly title: string;
  readonly html: string;
  readonly at: number;
}

export function PhonePreview({ title, html, at }: Props) {
  const [view, setView] = useState<'popup' | 'list'>('popup');
  const [isLight, setLight] = useState(false);
  const { preview } = words;
  const shown = title.trim() === '' ? preview.untitled : title;
  return (
    <aside className="phone-preview" aria-label={preview.title}>
      <div className="phone-preview__head">
        <span>{preview.title}</span>
        <span className="phone-preview__space" />
        {(['popup', 'list'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className="chips__choice"
            aria-pressed={view === each}
            onClick={() => setView(each)}
          >
            {preview[each]}
          </button>
        ))}
        <button
          type="button"
          className="chips__choice"
          aria-pressed={isLight}
          onClick={() => setLight(!isLight)}
        >
          {preview.light}
        </button>
      </div>
      <div className="phone-preview__frame" data-theme={isLight ? 'light' : 'dark'}>
        <div className="phone-preview__screen" inert>
          <p className="phone-preview__status figure">9:41</p>
          {view === 'popup' ? (
            <>
              <div className="phone-preview__scrim" />
              <section className="phone-preview__notice">
                <header className="phone-preview__notice-head">
                  <p className="phone-preview__kind">
                    <Icon name="megaphone" size={18} weight={2} />
                    {preview.notice}
                  </p>
                  <h2 className="phone-preview__title">{shown}</h2>
                  <p className="figure phone-preview__when">{minuteOf(at)}</p>
                </header>
                <div className="phone-preview__text">
                  <RichText html={html} />
                </div>
                <p className="phone-preview__close">{preview.close}</p>
              </section>
            </>
          ) : (
            <section className="phone-preview__list">
              <h2>{preview.notice}</h2>
              <p className="phone-preview__row">
                <b>{shown}</b>
                <span className="figure">{minuteOf(at)}</span>
              </p>
              {[1, 2, 3, 4].map((row) => (
                <p key={row} className="phone-preview__row phone-preview__row--other" />
              ))}
            </section>
          )}
          <span className="phone-preview__practice">{preview.practice}</span>
        </div>
      </div>
    </aside>
  );
}
