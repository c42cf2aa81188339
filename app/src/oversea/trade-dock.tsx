// What stands where the order buttons will stand: the way in for a guest, a plain word for a member.
import { Link } from '../shell/router.tsx';
import { useText } from '../text/language.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Dock } from '../ui/dock.tsx';
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

/** No form that does nothing: ordering is not here yet, and that is said. */
export function MemberDock() {
  const text = useText();
  return (
    <Dock label={text.oversea.memberDock}>
      <p className="trade-dock__words trade-dock__words--alone">
        <b>{text.oversea.orderNotYet}</b>
        <span>{text.oversea.orderNotYetLead}</span>
      </p>
    </Dock>
  );
}
