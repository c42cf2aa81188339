import { useNavigate } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';

/** For the address of an action that this wallet does not have on this site. */
export function NoAction() {
  const words = useWords(cashierWords);
  const navigate = useNavigate();
  return (
    <StatePanel
      kind="empty"
      title={words.noAction}
      sentence={words.noActionLead}
      action={{ label: words.chooseOther, onPress: () => void navigate({ to: '/balances/list' }) }}
    />
  );
}
