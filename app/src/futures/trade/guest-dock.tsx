// What a guest sees in place of a member's dock and lists: the way to sign in.
import { Link } from '../../shell/routing/router.tsx';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import './guest-dock.css';

export function GuestDock() {
  const words = useWords(futuresTradeWords);
  return (
    <Dock label={words.guestDock}>
      <p className="futures-guest__words">
        <b className="text-title3">{words.guestTitle}</b>
        <span className="text-caption">{words.guestLead}</span>
      </p>
      <div className="futures-guest__ways">
        <Link to="/register" className={buttonClass({ kind: 'tonal' })}>
          {words.signUp}
        </Link>
        <Link to="/signin" className={buttonClass()}>
          {words.signInAndTrade}
        </Link>
      </div>
    </Dock>
  );
}

export function GuestPanel() {
  const words = useWords(futuresTradeWords);
  return <StatePanel kind="empty" title={words.guestPanelTitle} sentence={words.guestPanelLead} />;
}
