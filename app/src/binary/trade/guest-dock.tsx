import { Link } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import '../bet/bet-dock.css';

/** A guest sees everything; in place of the dock there is a link to sign in. */
export function GuestDock() {
  const words = useWords(binaryWords);
  return (
    <Dock label={words.guestDock}>
      <p className="bet-dock__rest">
        <b className="text-title3">{words.guestTitle}</b>
        <span className="text-caption">{words.guestLead}</span>
      </p>
      <div className="bet-dock__ways">
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
