// Chooses the moment by date and time of day, in Korea.
import { KST_OFFSET_MS } from '@maru/engine/time';
import { useState } from 'react';
import { useWords } from '../text/language.tsx';
import { pastWords } from '../text/past.ts';
import { Button } from '../ui/buttons/button.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import './moment-sheet.css';

interface Props {
  readonly open: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly onClose: () => void;
  readonly onChoose: (at: number) => void;
}

/** `2026-11-16T21:07:44` as the fields have it. */
const fieldsOf = (at: number): readonly [date: string, time: string] => {
  const text = new Date(at + KST_OFFSET_MS).toISOString();
  return [text.slice(0, 10), text.slice(11, 19)];
};

export function MomentSheet({ open, at, from, to, onClose, onChoose }: Props) {
  const words = useWords(pastWords);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.pickTitle} closeLabel={words.close}>
      {open && <Fields at={at} from={from} to={to} onChoose={onChoose} />}
    </BottomSheet>
  );
}

function Fields({ at, from, to, onChoose }: Pick<Props, 'at' | 'from' | 'to' | 'onChoose'>) {
  const words = useWords(pastWords);
  const [[date, time], setFields] = useState(() => fieldsOf(at));
  const chosen = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}+09:00`);
  return (
    <form
      className="moment-sheet"
      onSubmit={(event) => {
        event.preventDefault();
        if (!Number.isNaN(chosen)) onChoose(Math.min(to, Math.max(from, chosen)));
      }}
    >
      <label className="text-lead">
        {words.date}
        <input
          type="date"
          required
          value={date}
          min={fieldsOf(from)[0]}
          max={fieldsOf(to)[0]}
          onChange={(event) => setFields([event.target.value, time])}
        />
      </label>
      <label className="text-lead">
        {words.time}
        <input
          type="time"
          required
          step={1}
          value={time}
          onChange={(event) => setFields([date, event.target.value])}
        />
      </label>
      <Button type="submit">{words.go}</Button>
    </form>
  );
}
