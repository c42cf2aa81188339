// How a P2P request ended, where the member saw it run.
import { AskAbout } from '../../receipt/ask-about.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useNavigate } from '../../shell/routing/router.tsx';
import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import './p2p-ended.css';
import { P2pSteps } from './p2p-steps.tsx';
import { currentStep, endOf, isPurchase, type P2p } from './p2p-view.ts';

export function P2pEnded({ p2p, onAgain }: { readonly p2p: P2p; readonly onAgain: () => void }) {
  const words = useWords(cashierP2pWords);
  const navigate = useNavigate();
  const won = useMoneyText('KRW');
  const coins = useMoneyText(p2p.request.currency);
  const end = endOf(p2p) ?? 'DONE';
  const { reason } = p2p.request;
  const sentence =
    end === 'DONE'
      ? isPurchase(p2p)
        ? words.doneBuyLead(coins.money(p2p.request.point))
        : words.doneSellLead(won.money(p2p.request.won ?? undefined))
      : [words.endedLead, reason === '' ? '' : words.rejectedLead(reason)].filter(Boolean).join(' ');
  return (
    <div role="status">
      <P2pSteps current={currentStep(p2p)} />
      <StatePanel
        kind="empty"
        title={words.ends[end]}
        sentence={sentence}
        action={{ label: words.toHistory, onPress: () => void navigate({ to: '/wallet/dnw_history' }) }}
      />
      <div className="p2p-ended__again">
        <Button onPress={onAgain}>{words.again}</Button>
        <AskAbout kind="DNW" id={p2p.request.id} />
      </div>
    </div>
  );
}
