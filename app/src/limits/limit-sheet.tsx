// Another value for one limit: says before it is applied whether it holds at once or after a day.
import { readAmount } from '@maru/client/format-amount';
import type { WireLimit } from '@maru/contract/limits/calls';
import { useState } from 'react';
import { useMoneyText } from '../shell/money-text.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { moneyWords } from '../text/money.ts';
import { Button, textLinkClass } from '../ui/buttons/button.tsx';
import { NumberPad } from '../ui/fields/number-pad.tsx';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { compareValues, pressedDraft } from '../ui/typing/typed-number.ts';
import { timeText, valueText } from './limit-words.ts';

interface Props {
  readonly limit: WireLimit;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSet: (value: string | null) => void;
}

const MOST_WON = '10000000000';
const MOST_MINUTES = '1440';

export function LimitSheet({ limit, busy, onClose, onSet }: Props) {
  const words = useWords(limitsWords);
  const { won } = useWords(moneyWords);
  const money = useMoneyText('KRW');
  const { language, text } = useLanguage();
  const [value, setValue] = useState('');
  const { kind, value: held, pending } = limit;
  const isTime = kind === 'TIME';
  const rule = { precision: 0, min: '0', max: isTime ? MOST_MINUTES : MOST_WON };
  const isTyped = value !== '' && value !== '0';
  const isSame = isTyped && held !== null && compareValues(value, held) === 0 && pending === null;
  const isLoosened = isTyped && held !== null && compareValues(value, held) > 0;
  const atRest = held === null ? words.heldNone : words.heldNow(valueText(kind, held, words, money));
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.name[kind]}
      closeLabel={text.shell.close}
      hasUnsavedInput={value !== ''}
      action={
        <Button disabled={!isTyped || isSame} busy={busy} onPress={() => onSet(value)}>
          {words.apply}
        </Button>
      }
    >
      <AmountHero
        {...rule}
        question={words.question[kind]}
        value={value}
        onChange={setValue}
        unit={isTime ? words.minute : won}
        reading={!isTyped ? '' : isTime ? timeText(value, words) : readAmount(value, language)}
        hasPad
      />
      <p className="limit-sheet__effect text-note">
        {!isTyped ? atRest : isLoosened ? words.holdsLater : words.holdsAtOnce}
      </p>
      {held !== null && !(pending !== null && pending.value === null) && (
        <button
          type="button"
          className={`${textLinkClass} limit-sheet__remove`}
          disabled={busy}
          onClick={() => onSet(null)}
        >
          {words.remove}
        </button>
      )}
      <NumberPad
        words={{ pad: words.pad, erase: words.erase }}
        onKey={(key) => setValue((before) => pressedDraft(before, key, rule))}
      />
    </BottomSheet>
  );
}
