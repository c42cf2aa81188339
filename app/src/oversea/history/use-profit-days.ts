import { dailyProfit } from '@maru/contract/oversea';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../../shell/platform.tsx';
import { type DailyRow, daysOf, type OverseaDay } from './profit-days.ts';

export interface DaysAsked {
  readonly overseaOptionId?: number | undefined;
  /** Korean days, both included. */
  readonly startDate: string;
  readonly endDate: string;
}

export type DaysHeard =
  | { readonly state: 'loading'; readonly days: readonly OverseaDay[] }
  | { readonly state: 'ready'; readonly days: readonly OverseaDay[] }
  | { readonly state: 'failed'; readonly days: readonly OverseaDay[]; readonly message: string };

const PAGE_SIZE = 100;
/** A quarter of a year on every instrument fits; more is not drawn. */
const MOST_PAGES = 20;

/** All days of the range, and again whenever something of mine was filled. */
export function useOverseaDays({
  overseaOptionId,
  startDate,
  endDate,
}: DaysAsked): DaysHeard & { reload(): void } {
  const { call, realtime } = usePlatform();
  const [heard, setHeard] = useState<DaysHeard & { readonly key: string }>({
    key: '',
    state: 'loading',
    days: [],
  });
  const key = `${overseaOptionId} ${startDate} ${endDate}`;
  const current = useRef(key);
  current.current = key;

  const read = useCallback(async () => {
    const rows: DailyRow[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = {
        startDate,
        endDate,
        page,
        size: PAGE_SIZE,
        ...(overseaOptionId === undefined ? {} : { overseaOptionId }),
      };
      const outcome = await call(dailyProfit, { query });
      // An answer to other filters is nobody's.
      if (current.current !== key) return;
      if (!outcome.ok)
        return setHeard((before) =>
          before.key === key && before.state === 'ready'
            ? before
            : { key, state: 'failed', days: [], message: outcome.message },
        );
      rows.push(...outcome.reply.content);
      if (page + 1 >= outcome.reply.totalPages) break;
    }
    setHeard({ key, state: 'ready', days: daysOf(rows) });
  }, [call, key, overseaOptionId, startDate, endDate]);

  useEffect(() => void read(), [read]);
  useEffect(
    () =>
      realtime.followQueue('oversea', {
        hear: ({ data }) => {
          if (data.fills.length > 0) void read();
        },
        resync: () => void read(),
      }),
    [realtime, read],
  );
  const shown = heard.key === key ? heard : ({ state: 'loading', days: [] } as const);
  return { ...shown, reload: () => void read() };
}
