// What a guest sees where a member orders: the way in.
import { Link } from '../shell/router.tsx';
import { useText, useWords } from '../text/language.tsx';
import { overseaTradeWords } from '../text/oversea-trade.ts';
import { buttonLook } from '../ui/button.tsx';
import { Dock } from '../ui/dock.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import './trade-dock.css';

export function GuestDock() {
  const text = useText();
  return (
    <Dock label={text.oversea.guestDock}>
      <p className="trade-dock__words">
        <b>{text.oversea.dockTitle}</b>
        <span>{text.oversea.dockLead}</span>
      </p>
      <div className="trade-dock__ways">
        <Link to="/register" className={buttonLook({ kind: 'tonal' })}>
          {text.oversea.signUp}
        </Link>
        <Link to="/signin" className={buttonLook()}>
          {text.oversea.signInAndTrade}
        </Link>
      </div>
    </Dock>
  );
}

/** What a guest meets behind the tabs of a member. */
export function GuestPanel() {
  const words = useWords(overseaTradeWords);
  return <StatePanel kind="empty" title={words.guestTitle} sentence={words.guestLead} />;
}
