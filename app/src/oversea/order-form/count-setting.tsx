import type { ReactNode } from 'react';
import { Stepper } from '../../ui/controls/stepper.tsx';
import './count-setting.css';

interface Props {
  readonly name: string;
  readonly lead: ReactNode;
  readonly words: { readonly less: string; readonly more: string };
  readonly value: number;
  readonly most: number;
  readonly unit: string;
  readonly prefix?: string;
  readonly onChange: (value: number) => void;
}

/** A whole number of at least one, beside its name and its explanation. */
export const CountSetting = ({ name, lead, value, most, onChange, ...rest }: Props) => (
  <div className="count-setting">
    <span className="text-stack">
      <b className="text-strong">{name}</b>
      {lead}
    </span>
    <Stepper
      {...rest}
      label={name}
      value={String(value)}
      onChange={(typed) => onChange(Math.max(1, Number(typed || '1')))}
      step="1"
      precision={0}
      min="1"
      max={String(most)}
    />
  </div>
);
