// The limits of the price ladder, and what a tap on it does (design 32b).
import { useState } from 'react';
import { useDevice, usePreferences } from '../shell/device.tsx';
import { GUARD_MOST, type OrderGuard } from '../shell/preferences.ts';
import { useWords } from '../text/language.tsx';
import { overseaTradeWords } from '../text/oversea-trade.ts';
import { BottomSheet } from '../ui/bottom-sheet.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Stepper } from '../ui/stepper.tsx';
import './guard-sheet.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function GuardSheet({ open, onClose }: Props) {
  const { guard: words, contractUnit, tickUnit, apply, close } = useWords(overseaTradeWords);
  const { preferences } = useDevice();
  const { guard } = usePreferences();
  const [draft, setDraft] = useState<Partial<OrderGuard>>({});
  const shown = { ...guard, ...draft };
  const change = (part: Partial<OrderGuard>) => setDraft((before) => ({ ...before, ...part }));

  function leave() {
    setDraft({});
    onClose();
  }

  const limits = [
    { key: 'once', name: words.once, lead: words.onceLead, unit: contractUnit, prefix: undefined },
    { key: 'ticks', name: words.reach, lead: words.reachLead, unit: tickUnit, prefix: '±' },
    { key: 'total', name: words.total, lead: words.totalLead, unit: contractUnit, prefix: undefined },
  ] as const;
  return (
    <BottomSheet
      open={open}
      onClose={leave}
      title={words.name}
      closeLabel={close}
      action={
        <Button
          onPress={() => {
            preferences.change({ guard: shown });
            leave();
          }}
        >
          {apply}
        </Button>
      }
    >
      <p className="guard-sheet__lead">{words.lead}</p>
      {limits.map(({ key, name, lead, unit, prefix }) => (
        <div key={key} className="guard-sheet__limit">
          <span className="guard-sheet__words">
            <b>{name}</b>
            <span>{lead}</span>
          </span>
          <Stepper
            label={name}
            words={{ less: words.less(name), more: words.more(name) }}
            value={String(shown[key])}
            onChange={(value) => change({ [key]: Math.max(1, Number(value || '1')) })}
            step="1"
            precision={0}
            min="1"
            max={String(GUARD_MOST)}
            unit={unit}
            {...(prefix === undefined ? {} : { prefix })}
          />
        </div>
      ))}
      <b className="guard-sheet__title">{words.outside}</b>
      <Segmented
        label={words.outside}
        options={[
          { value: 'refuse', label: words.refuse },
          { value: 'ask', label: words.ask },
        ]}
        value={shown.outside}
        onChange={(outside) => change({ outside })}
      />
      <b className="guard-sheet__title">{words.tap}</b>
      <Segmented
        label={words.tap}
        options={[
          { value: 'fill', label: words.fill },
          { value: 'twice', label: words.twice },
          { value: 'instant', label: words.instant },
        ]}
        value={shown.tap}
        onChange={(tap) => change({ tap })}
      />
      {shown.tap === 'instant' && (
        <div className="guard-sheet__note">
          <Note tone="warn">{words.instantNote}</Note>
        </div>
      )}
    </BottomSheet>
  );
}
