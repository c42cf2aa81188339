// The head of a screen and what stands below it. `/` puts the cursor into the search.
import { Icon } from '@maru/app/ui/icons/icon';
import { useShortcut } from '@maru/app/ui/typing/use-shortcut';
import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../text/shell.ts';
import './page.css';
import { Clock } from './clock.tsx';

interface Props {
  readonly title: string;
  /** Beside the title: a count, a state. */
  readonly badge?: ReactNode;
  /** At the right, before the clock. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, badge, tools, children }: Props) {
  useEffect(() => {
    document.title = `${title} · 마루 운영`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <h1 className="page-head__title">{title}</h1>
        {badge !== undefined && <span className="page-head__badge">{badge}</span>}
        <span className="page-head__space" />
        {tools}
        <Clock />
      </header>
      <div className="page-body">{children}</div>
    </>
  );
}

interface SearchProps {
  /** What can be searched for: `아이디 · 이름 · 계좌`. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: () => void;
}

export function SearchBox({ label, value, onChange, onSubmit }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <search>
      <form
        className="search-box input-box"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <Icon name="search" size={16} weight={2} />
        <input
          ref={input}
          type="search"
          className="search-box__input"
          aria-label={`${words.search}: ${label}`}
          placeholder={label}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') input.current?.blur();
          }}
        />
        <span className="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}
