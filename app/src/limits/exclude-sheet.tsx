// Self-exclusion in two steps: for how long and what it means, then the password and the same words once more.
import { excludeSelf, type WireLimits } from '@maru/contract/limits/calls';
import { monthsLater } from '@maru/engine/limits/periods';
import { millis } from '@maru/engine/time';
import { useState } from 'react';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { ProofSheet } from '../shell/member/proof-sheet.tsx';
import { useText, useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { momentText } from './limit-words.ts';

interface Props {
  readonly onClose: () => void;
  readonly onExcluded: (limits: WireLimits) => void;
}

const MONTHS = [6, 12, 24, 36, 60] as const;
type Months = (typeof MONTHS)[number];

export function ExcludeSheet({ onClose, onExcluded }: Props) {
  const words = useWords(limitsWords);
  const { shell } = useText();
  const now = useServerSecond();
  const [months, setMonths] = useState<Months>(6);
  const [isSure, setIsSure] = useState(false);
  const until = momentText(monthsLater(millis(now), months), now, words);

  if (isSure)
    return (
      <ProofSheet
        call={excludeSelf}
        body={{ months }}
        title={words.sureTitle}
        lead={words.sureLead(words.months[`${months}`], until)}
        action={words.doExclude}
        kind="danger"
        onClose={onClose}
        onDone={onExcluded}
      />
    );
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.exclude}
      closeLabel={shell.close}
      action={<Button onPress={() => setIsSure(true)}>{words.next}</Button>}
    >
      <div className="exclude-sheet__lengths">
        <ChipRow label={words.excludeLength}>
          {MONTHS.map((each) => (
            <Chip key={each} shape="square" pressed={months === each} onPress={() => setMonths(each)}>
              {words.months[`${each}`]}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <dl className="limits-sheet__parts">
        <dt>{words.excludeUntil}</dt>
        <dd className="figure text-note">{until}</dd>
        <dt>{words.stops}</dt>
        <dd className="text-note">{words.stopsLead}</dd>
        <dt>{words.stays}</dt>
        <dd className="text-note">{words.staysLead}</dd>
      </dl>
    </BottomSheet>
  );
}
