// Protections of a follow, folded away until somebody wants them: what closes all copies, and what is not opened at all.
import { useState } from 'react';
import { copytradeFollowWords } from '../../text/copytrade-follow.ts';
import { useWords } from '../../text/language.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { FaultPlace, FollowDraft } from './follow-draft.ts';

interface Props {
  readonly draft: FollowDraft;
  readonly fault: FaultPlace | undefined;
  readonly onChange: (change: Partial<FollowDraft>) => void;
}

export function ProtectionFields({ draft, fault, onChange }: Props) {
  const words = useWords(copytradeFollowWords);
  const isFault = fault === 'leverage' || fault === 'guard' || fault === 'exitGuard';
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || isFault;
  const set = [draft.lossLimit, draft.maxLeverage, draft.entryGuard, draft.exitGuard].filter(
    (text) => text !== '',
  ).length;
  const field = { surface: 'sheet', required: false } as const;
  return (
    <section className="follow-sheet__part">
      <button
        type="button"
        className="follow-sheet__fold"
        aria-expanded={isOpen}
        aria-controls="follow-protections"
        onClick={() => setUnfolded(!isOpen)}
      >
        <span className="follow-sheet__name">{words.protections}</span>
        <span className="text-caption">
          {set === 0 ? words.protectionsNone : words.protectionsSome(String(set))}
        </span>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      <div id="follow-protections" className="follow-sheet__fields" hidden={!isOpen}>
        <NumberField
          {...field}
          name="lossLimit"
          label={words.lossLimit}
          precision={2}
          unit="USDT"
          hint={words.lossLimitHint}
          value={draft.lossLimit}
          onChange={(lossLimit) => onChange({ lossLimit })}
        />
        <NumberField
          {...field}
          name="maxLeverage"
          label={words.maxLeverage}
          precision={0}
          unit={words.times}
          hint={words.maxLeverageHint}
          error={fault === 'leverage' ? words.faults.leverage : undefined}
          value={draft.maxLeverage}
          onChange={(maxLeverage) => onChange({ maxLeverage })}
        />
        <NumberField
          {...field}
          name="entryGuard"
          label={words.entryGuard}
          precision={2}
          unit="%"
          hint={words.entryGuardHint}
          error={fault === 'guard' ? words.faults.guard : undefined}
          value={draft.entryGuard}
          onChange={(entryGuard) => onChange({ entryGuard })}
        />
        <NumberField
          {...field}
          name="exitGuard"
          label={words.exitGuard}
          precision={2}
          unit="%"
          hint={words.exitGuardHint}
          error={fault === 'exitGuard' ? words.faults.guard : undefined}
          value={draft.exitGuard}
          onChange={(exitGuard) => onChange({ exitGuard })}
        />
      </div>
    </section>
  );
}
