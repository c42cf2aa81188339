// How a push of overseas futures changes lists of fills. It carries whole fills, so no request follows it.
import type { Patches } from '@maru/client/live';
import { withItems } from '@maru/client/pages';
import type { WireOverseaFill } from '@maru/contract/oversea/calls';
import { dateOf } from '../../receipt/history-range.ts';

interface Asked {
  readonly overseaOptionId?: number;
  /** Korean days, both included. */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly closed?: '1';
}

export function fillPatches({
  overseaOptionId,
  startDate,
  endDate,
  closed,
}: Asked): Patches<readonly WireOverseaFill[]> {
  function isAskedFor(fill: WireOverseaFill): boolean {
    const day = dateOf(fill.createdMillis);
    return (
      (overseaOptionId === undefined || fill.overseaOptionId === overseaOptionId) &&
      (startDate === undefined || day >= startDate) &&
      (endDate === undefined || day <= endDate) &&
      (closed === undefined || fill.closedQty > 0)
    );
  }
  return {
    queue: {
      oversea(fills, { data }) {
        const added = (data.fills as readonly WireOverseaFill[]).filter(isAskedFor);
        return added.length === 0 ? fills : withItems(fills, added);
      },
    },
  };
}

/** For sums that only the server computes: read again after every fill of the member. */
export const readAfterFills = <Sums>(): Patches<Sums> => ({
  queue: { oversea: (sums, { data }) => (data.fills.length > 0 ? undefined : sums) },
});
