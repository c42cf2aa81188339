import { Icon } from '../../ui/icons/icon.tsx';
import './star.css';

interface Props {
  readonly label: string;
  readonly isSet: boolean;
  readonly onPress: () => void;
}

export const Star = ({ label, isSet, onPress }: Props) => (
  <button type="button" className="star" aria-label={label} aria-pressed={isSet} onClick={onPress}>
    <Icon name="star" size={20} />
  </button>
);
