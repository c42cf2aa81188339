import type { StakeRefusal } from '@maru/engine/limits/standing';
import { useText, useWords } from '../../text/language.tsx';
import { ownLimitWords } from '../../text/own-limit.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { isOfLimits, pageOfLimits } from '../messages/refused.ts';
import { Link } from '../routing/router.tsx';
import './own-limit-note.css';

interface Props {
  readonly refusal: StakeRefusal | undefined;
  /** Where only one of two buttons is meant: its word. */
  readonly of?: string | undefined;
}

/** In a dock, before anything is tapped: the own limit that would refuse the order, and the way to it. */
export function OwnLimitNote({ refusal, of }: Props) {
  const words = useWords(ownLimitWords);
  const { shell } = useText();
  if (refusal === undefined) return null;
  const sentence = words[refusal];
  return (
    <p className="own-limit-note" role="status">
      <Icon name="hand" size={16} weight={2} />
      <span>{of === undefined ? sentence : words.ofSide(of, sentence)}</span>
      {isOfLimits(refusal) && (
        <Link to={pageOfLimits} className="own-limit-note__way">
          {shell.toLimits}
        </Link>
      )}
    </p>
  );
}

/** Of two buttons: the refusal that both would get, or the one side that would. */
export function ofSides(sides: {
  readonly up: StakeRefusal | undefined;
  readonly down: StakeRefusal | undefined;
  readonly words: { readonly up: string; readonly down: string };
}): Props {
  const { up, down, words } = sides;
  if (up !== undefined && down !== undefined) return { refusal: up };
  return up === undefined ? { refusal: down, of: words.down } : { refusal: up, of: words.up };
}
