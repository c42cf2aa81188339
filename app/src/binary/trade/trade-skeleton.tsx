import { Skeleton } from '../../ui/states/skeleton.tsx';
import './trade-skeleton.css';

/** Placeholders of the page at their final places. */
export function RoundSkeleton({ label }: { readonly label: string }) {
  return (
    <main className="round-skeleton" role="status" aria-label={label}>
      <div className="round-skeleton__row">
        <Skeleton width={148} height={36} radius={8} />
        <Skeleton width={88} height={36} radius={8} />
      </div>
      <div className="round-skeleton__picture" />
      <Skeleton width="100%" height={36} radius={10} />
      <Skeleton width="100%" height={44} radius={12} />
      <Skeleton width="100%" height={98} radius={16} />
      <div className="round-skeleton__row">
        <Skeleton width="49%" height={64} radius={18} />
        <Skeleton width="49%" height={64} radius={18} />
      </div>
    </main>
  );
}
