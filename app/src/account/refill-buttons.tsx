import { refillPractice } from '@maru/contract/account';
import { useId, useState } from 'react';
import { useAlerts } from '../shell/alert.tsx';
import { useCall } from '../shell/use-call.ts';
import { useText } from '../text/language.tsx';
import { Button } from '../ui/button.tsx';

const choices = [
  { point: '1000000', label: 'refillMillion' },
  { point: '10000000', label: 'refillTenMillion' },
  { point: '100000000', label: 'refillHundredMillion' },
] as const;

/** The balance is not touched here: the push brings it, to this tab and to every other. */
export function RefillButtons({ walletType }: { readonly walletType: string }) {
  const text = useText();
  const alerts = useAlerts();
  const titleId = useId();
  const leadId = useId();
  const { busy, send } = useCall(refillPractice);
  const [chosen, setChosen] = useState<string>();

  async function refill(point: string) {
    setChosen(point);
    const outcome = await send({ body: { walletType, point } });
    if (outcome && !outcome.ok) alerts.show(outcome.message);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are commands.
    <div className="refill" role="group" aria-labelledby={titleId} aria-describedby={leadId}>
      <h3 id={titleId} className="refill__title">
        {text.account.refill}
      </h3>
      <p id={leadId} className="refill__lead">
        {text.account.refillLead}
      </p>
      <div className="refill__choices">
        {choices.map(({ point, label }) => (
          <Button
            key={point}
            kind="tonal"
            size="medium"
            busy={busy && chosen === point}
            onPress={() => void refill(point)}
          >
            {text.account[label]}
          </Button>
        ))}
      </div>
    </div>
  );
}
