// A small choice in the tools of a list: an order, a partner.
import './choice.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <select
      className="choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {choices.map(([of, name]) => (
        <option key={of} value={of}>
          {name}
        </option>
      ))}
    </select>
  );
}
