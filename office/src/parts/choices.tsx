// Several of a few, each with a box.
import { Checkbox } from '@maru/app/ui/controls/checkbox';
import './choices.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Several of a few; what is chosen stays in the order of the choices. */
export function Choices<Value extends string>(props: Props<Value>) {
  const { label, error, disabled = false, choices, chosen, onChange } = props;
  return (
    <fieldset className="choices">
      <legend className="form-field__label">{label}</legend>
      <div className="choices__list">
        {choices.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            size="small"
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={(isChosen) =>
              onChange(
                choices
                  .map((each) => each.value)
                  .filter((each) => (each === value ? isChosen : chosen.includes(each))),
              )
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {error !== undefined && (
        <p className="form-field__error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
