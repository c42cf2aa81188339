import { createLive, followPatches } from '@maru/client/live';
import { dailyProfit } from '@maru/contract/oversea/calls';
import { useMemo } from 'react';
import { useLive } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { readAfterFills } from './fill-patches.ts';
import { type DailyRow, daysOf, type OverseaDay } from './profit-days.ts';

interface DaysAsked {
  readonly overseaOptionId?: number | undefined;
  /** Korean days, both included. */
  readonly startDate: string;
  readonly endDate: string;
}

const PAGE_SIZE = 100;
/** A quarter of a year on every instrument fits; more is not drawn. */
const MOST_PAGES = 20;

/** All days of the range. */
export function useProfitDays({ overseaOptionId, startDate, endDate }: DaysAsked) {
  const platform = usePlatform();
  const days = useMemo(() => {
    const asked = { startDate, endDate, ...(overseaOptionId === undefined ? {} : { overseaOptionId }) };
    async function read() {
      const rows: DailyRow[] = [];
      for (let page = 0; page < MOST_PAGES; page++) {
        const outcome = await platform.call(dailyProfit, { query: { ...asked, page, size: PAGE_SIZE } });
        if (!outcome.ok) return outcome;
        rows.push(...outcome.reply.content);
        if (page + 1 >= outcome.reply.totalPages) break;
      }
      return { ok: true, reply: daysOf(rows) } as const;
    }
    const follow = followPatches<readonly OverseaDay[]>(platform.realtime, readAfterFills());
    return createLive<readonly OverseaDay[]>({ read, follow }, platform);
  }, [platform, overseaOptionId, startDate, endDate]);
  return useLive(days);
}
