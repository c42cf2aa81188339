import { Skeleton } from '../../ui/states/skeleton.tsx';
import './trade-skeleton.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Placeholders of the trade page at their final places. */
export function TradeSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="trade-skeleton" role="status" aria-label={label}>
      <div className="trade-skeleton__strip">
        <Skeleton width={148} height={30} radius={8} />
        <Skeleton width={112} height={48} radius={8} />
      </div>
      <div className="trade-skeleton__chart" />
      <div className="trade-skeleton__ladder">
        {ROWS.map((row) => (
          <Skeleton key={row} width="47%" height={20} radius={4} />
        ))}
      </div>
    </div>
  );
}

/** The chart is the one part of the page that is fetched separately. */
export const ChartSkeleton = () => (
  <div className="chart-skeleton" aria-hidden="true">
    <Skeleton width="72%" height={32} radius={8} />
    <Skeleton height={120} radius={8} />
  </div>
);
