import type { ReactNode } from 'react';
import { BusyDots } from './button.tsx';
import './direction-pair.css';
import { Icon } from '../icons/icon.tsx';
import { useHint } from '../overlays/hint.tsx';
import { useShortcut } from '../typing/use-shortcut.ts';

export type Direction = 'up' | 'down';

export interface DirectionSide {
  readonly word: string;
  /** A price at the far edge, or on tall buttons the rate beside the word. */
  readonly figure?: ReactNode;
  /** The consequence under the label; tall buttons only. */
  readonly note?: ReactNode;
  readonly label?: string | undefined;
  /** Only this side sends no order. */
  readonly isLocked?: boolean;
  /** Why it is locked: then it stays in the order of the keyboard, and says so. */
  readonly why?: string | undefined;
}

interface Props {
  readonly label: string;
  readonly up: DirectionSide;
  readonly down: DirectionSide;
  /** 56 px with a price, or 64 px with an arrow and a second line. */
  readonly tall?: boolean;
  readonly state?: 'open' | 'locked';
  /** The side whose order is under way: it shows dots, and the other one is disabled. */
  readonly pending?: Direction | undefined;
  /** The member's setting that puts down on the left, on every screen. */
  readonly flipped?: boolean;
  /** Keys that press the buttons, where there is a keyboard: a letter or an arrow. */
  readonly keys?: Readonly<Record<Direction, string>> | undefined;
  readonly onPress: (direction: Direction) => void;
}

const KEY_SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' };

/** Up, buy and long are on the left on every screen. */
export function DirectionPair(props: Props) {
  const order: readonly Direction[] = props.flipped ? ['down', 'up'] : ['up', 'down'];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and its own layout rules.
    <div className="direction-pair" role="group" aria-label={props.label}>
      {order.map((direction) => (
        <SideButton key={direction} direction={direction} {...props} />
      ))}
    </div>
  );
}

function SideButton({
  direction,
  tall = false,
  state = 'open',
  pending,
  keys,
  onPress,
  ...pair
}: Props & { readonly direction: Direction }) {
  const side = pair[direction];
  const isPending = pending === direction;
  const isLocked = state === 'locked' || side.isLocked === true;
  const { control: button, held, hint } = useHint<HTMLButtonElement>(isLocked ? side.why : undefined);
  const key = keys?.[direction];
  // A button that is disabled is not clicked by a script either.
  useShortcut(key, () => button.current?.click());
  const isResting = isLocked || (pending !== undefined && !isPending);
  const classes = [
    'direction-pair__side',
    `direction-pair__side--${direction}`,
    tall ? 'direction-pair__side--tall' : '',
    isLocked ? 'direction-pair__side--locked' : '',
  ];
  return (
    <button
      ref={button}
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-label={side.label}
      aria-keyshortcuts={key}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      disabled={isResting && held === undefined}
      onClick={() => {
        if (!isPending && !isResting) onPress(direction);
      }}
      {...held}
    >
      <span className="direction-pair__face">
        <span className="direction-pair__words">
          <strong>
            {side.word}
            {/* The spaces are for screen readers: without them the words run into each other. */}
            {tall && side.figure !== undefined && (
              <>
                {' '}
                <span className="direction-pair__rate figure">{side.figure}</span>
              </>
            )}
          </strong>{' '}
          {tall && side.note !== undefined && (
            <span className="direction-pair__note figure">{side.note}</span>
          )}
        </span>
        {tall && key === undefined && (
          <Icon name={direction === 'up' ? 'arrow-up' : 'arrow-down'} size={26} weight={2.4} />
        )}
        {!tall && <span className="direction-pair__figure figure">{side.figure}</span>}
        {key !== undefined && (
          // Drawn by the style sheet: as text it would be missing in the button's name.
          <span className="direction-pair__key" data-key={KEY_SIGNS[key] ?? key} />
        )}
      </span>
      {isPending && <BusyDots />}
      {hint}
    </button>
  );
}
