// The page of one amount: the question and the amount at the top, what belongs to it, and at the bottom the button
// above the number pad. The button never moves while one types.
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { AmountHero } from '../figures/amount-hero.tsx';
import { pressedDraft } from '../typing/typed-number.ts';
import './amount-entry.css';
import { NumberPad } from './number-pad.tsx';

type HeroProps = Omit<ComponentProps<typeof AmountHero>, 'hasPad'>;

interface Props extends HeroProps {
  readonly padWords: ComponentProps<typeof NumberPad>['words'];
  /** Open when the page is opened; otherwise a tap on the amount opens the pad. */
  readonly startsOpen?: boolean;
  /** Without it there is a keyboard. */
  readonly hasPad?: boolean;
  readonly children?: ReactNode;
  /** Above the pad: the button, and what must be read before it is pressed. */
  readonly foot: ReactNode;
}

/** Presses on these do something of their own; on anything else they close the pad. */
const CONTROLS = 'button, a, input, label, select, summary, dialog, [role="group"], [role="tab"]';

export function AmountEntry({ padWords, startsOpen = false, hasPad = true, children, foot, ...hero }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ target }: Event) => {
      if (target instanceof Element && target.closest(CONTROLS) === null) setOpen(false);
    };
    document.addEventListener('click', close);
    return () => document.removeEventListener('click', close);
  }, [isOpen]);
  const isPadShown = hasPad && isOpen;
  return (
    <div className="amount-entry">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus of the input inside is followed. */}
      <div className="amount-entry__hero" onFocus={() => setOpen(true)}>
        <AmountHero {...hero} hasPad={hasPad} />
      </div>
      <div className="amount-entry__content">{children}</div>
      <div className={isPadShown ? 'amount-entry__foot amount-entry__foot--pad' : 'amount-entry__foot'}>
        {foot}
        {isPadShown && (
          <NumberPad
            words={padWords}
            corner={hero.precision === 0 ? '00' : '.'}
            onKey={(key) => hero.onChange(pressedDraft(hero.value, key, hero))}
          />
        )}
      </div>
    </div>
  );
}
