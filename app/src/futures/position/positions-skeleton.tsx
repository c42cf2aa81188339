// The boxes of two positions while they load: as high as the cards that take their place.
import { useText } from '../../text/language.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import './position-card.css';
import './positions-panel.css';

const CARDS = [1, 2] as const;
const FACTS = [1, 2, 3, 4, 5, 6] as const;
const ACTIONS = [1, 2, 3] as const;

export function PositionsSkeleton() {
  const { shell } = useText();
  return (
    <div role="status" aria-label={shell.loading}>
      <div className="futures-positions__bar">
        <Skeleton width={96} height={16} />
      </div>
      <div className="futures-positions">
        {CARDS.map((card) => (
          <div key={card} className="futures-position">
            <div className="futures-position__head">
              <Skeleton width={156} height={18} />
            </div>
            <div className="futures-position__result">
              <Skeleton width={148} height={44} />
              <Skeleton width={72} height={44} />
            </div>
            <div className="futures-position__facts">
              {FACTS.map((fact) => (
                <Skeleton key={fact} width={72} height={36} />
              ))}
            </div>
            <div className="futures-distance">
              <Skeleton height={18} radius={4} />
            </div>
            <div className="futures-position__actions">
              {ACTIONS.map((action) => (
                <Skeleton key={action} height={44} radius={12} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
