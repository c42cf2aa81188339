import './step-dots.css';

interface Props {
  readonly label: string;
  readonly count: number;
  /** The current step, from 1. */
  readonly current: number;
}

export function StepDots({ label, count, current }: Props) {
  const steps = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <div
      className="step-dots"
      role="progressbar"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={current}
    >
      {steps.map((step) => (
        <span
          key={step}
          className={step <= current ? 'step-dots__dot step-dots__dot--lit' : 'step-dots__dot'}
        />
      ))}
    </div>
  );
}
