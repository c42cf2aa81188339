// Shown in place of the order form while no order can be taken, with the reason.
import { Link } from '../../shell/routing/router.tsx';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import './ball-dock.css';

interface Props {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly badge?: string | undefined;
  readonly burn?: number | undefined;
}

export function RestingDock({ title, lead, badge, burn }: Props) {
  const words = useWords(bitballWords);
  return (
    <Dock label={words.dock} burn={burn} locked>
      <div className="ball-dock__rest ball-dock__rest--whole" role="status">
        <span>
          <b className="text-title3">{title}</b>
          {lead !== undefined && <small className="text-caption">{lead}</small>}
        </span>
        {badge !== undefined && <Badge tone="brass">{badge}</Badge>}
      </div>
    </Dock>
  );
}

export function GuestBallDock() {
  const words = useWords(bitballWords);
  return (
    <Dock label={words.dock}>
      <div className="ball-dock__rest">
        <b className="text-title3">{words.guestTitle}</b>
      </div>
      <Link to="/signin" className={buttonClass()}>
        {words.signIn}
      </Link>
    </Dock>
  );
}
