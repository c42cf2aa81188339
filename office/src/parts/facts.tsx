// Small things that many screens show: labelled values, tags, figures, checks, filters.
import { Icon } from '@maru/app/ui/icons/icon';
import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly tone?: Tone | undefined;
}

export type Tone = 'plain' | 'brass' | 'warn' | 'danger' | 'up' | 'down';

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ label, value, tone = 'plain' }) => (
      <div key={label} className="facts__row">
        <dt>{label}</dt>
        <dd className={`tone--${tone} figure`}>{value}</dd>
      </div>
    ))}
  </dl>
);

export const Tag = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={`tag tag--${tone}`}>{children}</span>
);

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly aside?: ReactNode;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}

/** A card with one large figure. */
export const Figure = ({ label, value, aside, tone = 'plain', children }: FigureProps) => (
  <section className="figure-card" aria-label={label}>
    <p className="figure-card__label">{label}</p>
    <p className="figure-card__line">
      <b className={`figure-card__value tone--${tone} figure`}>{value}</b>
      {aside !== undefined && <span className="figure-card__aside">{aside}</span>}
    </p>
    {children}
  </section>
);

export const Figures = ({ children }: { readonly children: ReactNode }) => (
  <div className="figures">{children}</div>
);

export interface Check {
  readonly state: 'good' | 'warn' | 'danger';
  readonly title: string;
  readonly line?: string | undefined;
}

export const CheckList = ({ checks }: { readonly checks: readonly Check[] }) => (
  <ul className="checks">
    {checks.map(({ state, title, line }) => (
      <li key={title} className={`checks__item checks__item--${state}`}>
        <Icon name={state === 'good' ? 'check' : 'warning'} size={18} />
        <span className="text-stack">
          <b>{title}</b>
          {line !== undefined && <span className="checks__line">{line}</span>}
        </span>
      </li>
    ))}
  </ul>
);

export interface ChipChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Text where the count is capped: `1,000+`. */
  readonly count?: number | string | undefined;
}

interface ChipsProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly ChipChoice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Chips<Value extends string>({ label, choices, value, onChange }: ChipsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser.
    <div className="chips" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className="chips__choice"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
          {choice.count !== undefined && <span className="figure"> {choice.count}</span>}
        </button>
      ))}
    </div>
  );
}

/** A sentence that must be read before something is done. */
export const Notice = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'warn' | 'danger';
  readonly children: ReactNode;
}) => (
  <p className={`notice notice--${tone}`}>
    <Icon name={tone === 'plain' ? 'info' : 'warning'} size={18} />
    <span>{children}</span>
  </p>
);
