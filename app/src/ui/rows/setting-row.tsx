import { useId } from 'react';
import { Switch } from '../controls/switch.tsx';
import './setting-row.css';

interface Props {
  readonly label: string;
  readonly lead?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with its name, and a line that says what it does. */
export function SettingRow({ label, lead, ...choice }: Props) {
  const id = useId();
  return (
    <div className="setting-row">
      <span className="setting-row__words text-stack">
        <span>{label}</span>
        {lead !== undefined && (
          <span id={id} className="text-caption">
            {lead}
          </span>
        )}
      </span>
      <Switch {...choice} label={label} describedBy={lead === undefined ? undefined : id} />
    </div>
  );
}
