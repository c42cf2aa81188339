import './skeleton.css';

interface Props {
  readonly width?: number | string;
  readonly height: number;
  readonly radius?: number;
}

/** A placeholder box of the page that is loading, at its final size. */
export function Skeleton({ width = '100%', height, radius = 6 }: Props) {
  return <span className="skeleton" style={{ width, height, borderRadius: radius }} aria-hidden="true" />;
}

/** Widths that look like words; a row keeps its own, so that nothing moves between two renders. */
const titles = [104, 84, 122, 96, 88, 76, 112, 92];

interface RowsProps {
  readonly count: number;
  readonly height?: 56 | 60 | 64 | 72;
  readonly tile?: boolean;
  readonly spark?: boolean;
  readonly figures?: boolean;
}

/** Placeholder boxes for this many list rows. */
export function SkeletonRows({ count, height = 60, tile = true, spark = false, figures = true }: RowsProps) {
  const rows = Array.from({ length: count }, (_, index) => index);
  return (
    <div className="skeleton-rows" aria-hidden="true">
      {rows.map((row) => (
        <div key={row} className="skeleton-rows__row" style={{ height }}>
          {tile && <Skeleton width={40} height={40} radius={12} />}
          <span className="skeleton-rows__words">
            <Skeleton width={titles[row % titles.length]!} height={14} />
            <Skeleton width={titles[(row + 3) % titles.length]! / 2} height={10} />
          </span>
          {spark && <Skeleton width={64} height={20} />}
          {figures && (
            <span className="skeleton-rows__figures">
              <Skeleton width={titles[(row + 5) % titles.length]! - 30} height={14} />
              <Skeleton width={44} height={10} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
