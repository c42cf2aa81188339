import { Icon } from '../ui/icons/icon.tsx';
import './filter-choice.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onPress: () => void;
}

/** The current value of a filter; a tap opens the choices. */
export const FilterChoice = ({ label, value, onPress }: Props) => (
  <button
    type="button"
    className="filter-choice"
    aria-haspopup="dialog"
    aria-label={`${label}: ${value}`}
    onClick={onPress}
  >
    <span>{value}</span>
    <Icon name="chevron-down" size={16} weight={2} />
  </button>
);
