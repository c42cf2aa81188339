// Placeholders of the pages of copy trading, in the boxes that their content will have.
import { Skeleton } from '../ui/states/skeleton.tsx';
import './person-skeleton.css';

/** A round picture with a name and a line. */
export const PersonSkeleton = ({ size }: { readonly size: 40 | 56 }) => (
  <span className="person-skeleton">
    <Skeleton width={size} height={size} radius={size / 2} />
    <span className="person-skeleton__words">
      <Skeleton width={112} height={18} />
      <Skeleton width={168} height={12} />
    </span>
  </span>
);

/** Rows of the list of traders. */
export const TradersSkeleton = () => (
  <div aria-hidden="true">
    {[0, 1, 2, 3].map((row) => (
      <div key={row} className="traders-skeleton">
        <PersonSkeleton size={40} />
        <span className="traders-skeleton__figures">
          <Skeleton width={104} height={46} />
          <Skeleton width={96} height={40} />
          <Skeleton width={76} height={36} />
        </span>
        <Skeleton height={14} />
      </div>
    ))}
  </div>
);
