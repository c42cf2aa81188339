import { Skeleton } from '../../ui/states/skeleton.tsx';
import '../order-form/order-form.css';
import '../order-form/order-panel.css';
import { ChartSkeleton } from './chart-skeleton.tsx';
import './page-skeleton.css';

const FIELDS = [36, 36, 44, 44, 28, 24, 80] as const;
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;

/** The boxes of the page at their final places: price, chart, form and book. */
export const PageSkeleton = ({ label }: { readonly label: string }) => (
  <div className="futures-skeleton" role="status" aria-label={label}>
    <div className="futures-skeleton__price">
      <Skeleton width={148} height={34} radius={8} />
      <Skeleton width={104} height={34} radius={8} />
    </div>
    <div className="futures-skeleton__chart">
      <ChartSkeleton />
    </div>
    <div className="futures-panel">
      <div className="futures-form">
        {FIELDS.map((height, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change.
          <Skeleton key={place} height={height} radius={12} />
        ))}
      </div>
      <div className="futures-skeleton__levels">
        {LEVELS.map((level) => (
          <Skeleton key={level} height={16} radius={4} />
        ))}
      </div>
    </div>
  </div>
);
