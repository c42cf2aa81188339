import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import './state-panel.css';

type Kind = 'empty' | 'error' | 'offline' | 'maintenance';

interface Action {
  readonly label: string;
  readonly busy?: boolean;
  readonly onPress: () => void;
}

interface Props {
  readonly kind: Kind;
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly action?: Action | undefined;
}

/** In place of what could not be shown: a ridge, a title, one sentence, one action. */
export function StatePanel({ kind, title, sentence, action }: Props) {
  const isTrouble = kind !== 'empty';
  return (
    <section className="state-panel" role={isTrouble ? 'alert' : undefined}>
      <Ridge kind={kind} />
      <h2 className="state-panel__title text-title3">{title}</h2>
      {sentence !== undefined && <p className="state-panel__sentence">{sentence}</p>}
      {action && (
        <Button
          kind={isTrouble ? 'primary' : 'tonal'}
          size="medium"
          width="fit"
          icon={isTrouble ? 'refresh' : undefined}
          busy={action.busy ?? false}
          onPress={action.onPress}
        >
          {action.label}
        </Button>
      )}
    </section>
  );
}

function Ridge({ kind }: { readonly kind: Kind }) {
  return (
    <svg
      className="state-panel__ridge"
      width="160"
      height="88"
      viewBox="0 0 160 88"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {kind === 'empty' && <EmptyRidge />}
      {(kind === 'error' || kind === 'offline') && <BrokenRidge isCut={kind === 'error'} />}
      {kind === 'maintenance' && <CoveredRidge />}
      <path d="M28 80h104" stroke="var(--floor)" strokeWidth="3" />
    </svg>
  );
}

const EmptyRidge = () => (
  <>
    <path
      d="M4 66c14 0 18-22 34-22s20 14 34 14 20-38 38-38 22 34 46 34"
      stroke="var(--line-2)"
      strokeWidth="1.5"
      strokeDasharray="1.5 5"
    />
    <circle cx="110" cy="20" r="11" fill="var(--brass-fill)" opacity=".16" />
    <circle cx="110" cy="20" r="4" fill="var(--brass-fill)" />
  </>
);

/** Broken by a cross where something failed; by a dotted gap where the connection is down. */
const BrokenRidge = ({ isCut }: { readonly isCut: boolean }) => (
  <>
    <path d="M4 58c14 0 16-18 30-18s18 10 28 10" stroke="var(--tx3)" strokeWidth="2" />
    <path d="M98 34c10-4 16-12 26-12s16 22 32 22" stroke="var(--tx3)" strokeWidth="2" />
    {isCut ? (
      <path d="M72 30l16 28M88 30L72 58" stroke="var(--danger)" strokeWidth="2.5" />
    ) : (
      <path d="M68 49c10-2 16-9 24-13" stroke="var(--tx3)" strokeWidth="2" strokeDasharray=".5 6" />
    )}
  </>
);

const CoveredRidge = () => (
  <>
    <path
      d="M4 66c14 0 18-22 34-22s20 14 34 14 20-38 38-38 22 34 46 34"
      stroke="var(--tx3)"
      strokeWidth="2"
    />
    <path
      d="M28 70l10-10M48 70l10-10M68 70l10-10M88 70l10-10M108 70l10-10"
      stroke="var(--floor)"
      strokeWidth="2"
    />
  </>
);
