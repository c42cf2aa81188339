import type { ReactNode } from 'react';
import './timeline.css';

export interface TimelineStep {
  readonly key: string;
  readonly title: ReactNode;
  readonly time?: ReactNode;
  readonly text?: ReactNode;
  /** `now` is brass, `waiting` is hollow. */
  readonly state: 'done' | 'now' | 'waiting' | 'warn' | 'danger';
}

export function Timeline({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly TimelineStep[];
}) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.key}
          className={`timeline__step timeline__step--${step.state}`}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <div className="timeline__head">
            <span className="timeline__title">{step.title}</span>
            {step.time !== undefined && <span className="timeline__time figure">{step.time}</span>}
          </div>
          {step.text !== undefined && <p className="text-caption">{step.text}</p>}
        </li>
      ))}
    </ol>
  );
}
