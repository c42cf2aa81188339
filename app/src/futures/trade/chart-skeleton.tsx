import { Skeleton } from '../../ui/states/skeleton.tsx';
import './chart-skeleton.css';

/** The chart is fetched separately. */
export const ChartSkeleton = () => (
  <div className="future__skeleton" aria-hidden="true">
    <Skeleton height={120} radius={8} />
  </div>
);
