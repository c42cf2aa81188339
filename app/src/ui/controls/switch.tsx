import './switch.css';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** The id of a sentence that explains the choice. */
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, disabled = false, describedBy, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={checked}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  );
}
