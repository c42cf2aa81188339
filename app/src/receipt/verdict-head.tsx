// Whether this device computed the same as the server, in a word, with a sign.
import { formatPrice } from '@maru/client/format';
import { Icon } from '../ui/icons/icon.tsx';
import './verdict-head.css';

interface Props {
  readonly isSame: boolean;
  readonly title: string;
  readonly lead: string;
  readonly size: 'page' | 'card';
}

/** `0.25`: seconds, to a hundredth. */
export const inSeconds = (durationMs: number): string => formatPrice((durationMs / 1_000).toFixed(3), 2);

export function VerdictHead({ isSame, title, lead, size }: Props) {
  const sign = size === 'page' ? { size: 30, weight: 2.4 } : { size: 20, weight: 2.6 };
  return (
    <div
      className={`verdict-head verdict-head--${size}${isSame ? '' : ' verdict-head--different'}`}
      role="status"
    >
      <span className="verdict-head__sign">
        <Icon name={isSame ? 'check' : 'close'} {...sign} />
      </span>
      <span>
        <b>{title}</b>
        <small className="text-caption">{lead}</small>
      </span>
    </div>
  );
}
