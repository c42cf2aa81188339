import { type ReactNode, useId } from 'react';
import { Switch } from '../ui/controls/switch.tsx';
import './switch-row.css';

interface Props {
  readonly label: string;
  readonly lead?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Rendered before the switch: a button that plays the sound. */
  readonly children?: ReactNode;
}

export function SwitchRow({ label, lead, checked, onChange, children }: Props) {
  const leadId = useId();
  return (
    <div className="switch-row">
      <span className="text-stack">
        <span>{label}</span>
        {lead !== undefined && (
          <span id={leadId} className="text-micro">
            {lead}
          </span>
        )}
      </span>
      {children}
      <Switch
        label={label}
        describedBy={lead === undefined ? undefined : leadId}
        checked={checked}
        onChange={onChange}
      />
    </div>
  );
}
