// What the receipt pages of all products share: the titled sections, and the page while it loads.
import type { ReactNode } from 'react';
import { Skeleton } from '../ui/states/skeleton.tsx';
import './receipt-page.css';

interface SectionProps {
  readonly title: string;
  readonly end?: string;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

export function ReceiptSection({ title, end, mark, children }: SectionProps) {
  return (
    <section className="trade-detail__block">
      <div className="trade-detail__title">
        <h2 className="text-heading">{title}</h2>
        {end !== undefined && <span className="text-micro figure">{end}</span>}
        {mark}
      </div>
      {children}
    </section>
  );
}

export function ReceiptSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="trade-detail__skeleton" role="status" aria-label={label}>
      <Skeleton width={180} height={22} radius={8} />
      <Skeleton width={220} height={40} radius={8} />
      <Skeleton width="100%" height={188} radius={12} />
      <Skeleton width="100%" height={220} radius={16} />
    </div>
  );
}
