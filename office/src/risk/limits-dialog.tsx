// The limits of the site. A change waits for a second person.
import { changeRiskLimits, riskLimitList } from '@maru/contract/risk/limits';
import { RISK_LIMITS, type RiskLimit } from '@maru/contract/risk/rules';
import { useState } from 'react';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Field } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/risk.ts';

export function LimitsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const office = useOffice();
  const { data } = useRead(riskLimitList, open ? {} : null);
  const { act, isBusy } = useAct(changeRiskLimits);
  const [changed, setChanged] = useState<Partial<Record<RiskLimit, string>>>({});

  async function ask(reason: string): Promise<void> {
    const outcome = await act({ ...changed, reason });
    if (!outcome.ok) return;
    office.toast('good', words.limitsAsked);
    setChanged({});
    onClose();
  }
  return (
    <ReasonDialog
      open={open}
      title={words.limitsTitle}
      confirm={words.limitsAsk}
      takesTwo
      busy={isBusy}
      hint={words.limitsSentence}
      onClose={onClose}
      onConfirm={(reason) => void ask(reason)}
    >
      <div className="risk-limits">
        {RISK_LIMITS.map((name) => (
          <Field
            key={name}
            label={words.limits[name]}
            inputMode="decimal"
            maxLength={20}
            value={changed[name] ?? data?.[name] ?? ''}
            onChange={(value) => setChanged({ ...changed, [name]: value.trim() })}
          />
        ))}
      </div>
    </ReasonDialog>
  );
}
