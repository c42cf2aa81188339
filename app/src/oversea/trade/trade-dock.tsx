// What a guest sees in place of a member's order form: the link to sign in.
import { Link } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import './trade-dock.css';

export function GuestDock() {
  const overseaText = useWords(overseaWords);
  return (
    <Dock label={overseaText.guestDock}>
      <p className="trade-dock__words">
        <b className="text-title3">{overseaText.dockTitle}</b>
        <span className="text-caption">{overseaText.dockLead}</span>
      </p>
      <div className="trade-dock__ways">
        <Link to="/register" className={buttonClass({ kind: 'tonal' })}>
          {overseaText.signUp}
        </Link>
        <Link to="/signin" className={buttonClass()}>
          {overseaText.signInAndTrade}
        </Link>
      </div>
    </Dock>
  );
}

/** What a guest sees in the member's tabs. */
export function GuestPanel() {
  const words = useWords(overseaTradeWords);
  return <StatePanel kind="empty" title={words.guestTitle} sentence={words.guestLead} />;
}
