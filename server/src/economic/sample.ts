// Indicators that are generated as an example, until staff import real ones. They repeat every week with figures of
// their own, computed from the date alone: the same day has the same figures on every machine and after every start.
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, koreanDate, MINUTE_MS } from '@maru/engine/time';
import type { Indicator } from './store.ts';

interface Series {
  /** 0 is Sunday. */
  readonly weekday: number;
  /** In Korea, hour and minute; from 24 on it is the night after the day. */
  readonly time: readonly [hour: number, minute: number];
  readonly country: string;
  readonly code: string;
  readonly ko: string;
  readonly en: string;
  readonly importance: 1 | 2 | 3;
  readonly unit: string;
  /** Where the figures lie and how far they vary; without it there are none, as of a speech. */
  readonly figures?: { readonly mean: number; readonly spread: number; readonly places: number };
}

const [MON, TUE, WED, THU, FRI] = [1, 2, 3, 4, 5];

type Row = readonly [
  weekday: number | undefined,
  time: readonly [number, number],
  country: string,
  code: string,
  names: readonly [ko: string, en: string],
  importance: 1 | 2 | 3,
  unit: string,
  figures?: readonly [mean: number, spread: number, places: number],
];

const rows: readonly Row[] = [
  [
    MON,
    [10, 30],
    'CN',
    'INDUSTRIAL_OUTPUT',
    ['산업생산 (전년비)', 'Industrial output (y/y)'],
    2,
    '%',
    [5, 1, 1],
  ],
  [MON, [19, 0], 'EU', 'CONFIDENCE', ['소비자신뢰지수', 'Consumer confidence'], 1, '', [-14, 2, 1]],
  [MON, [24, 0], 'US', 'FACTORY_INDEX', ['제조업지수', 'Manufacturing index'], 2, '', [50, 3, 1]],
  [TUE, [6, 0], 'KR', 'PPI', ['생산자물가지수 (전년비)', 'Producer prices (y/y)'], 1, '%', [1.2, 0.5, 1]],
  [TUE, [16, 0], 'GB', 'UNEMPLOYMENT', ['실업률', 'Unemployment rate'], 2, '%', [4.3, 0.2, 1]],
  [TUE, [22, 30], 'US', 'RETAIL_SALES', ['소매판매 (전월비)', 'Retail sales (m/m)'], 3, '%', [0.3, 0.5, 1]],
  [
    TUE,
    [23, 15],
    'US',
    'INDUSTRIAL_OUTPUT',
    ['산업생산 (전월비)', 'Industrial output (m/m)'],
    1,
    '%',
    [0.1, 0.4, 1],
  ],
  [WED, [8, 50], 'JP', 'TRADE_BALANCE', ['무역수지', 'Trade balance'], 1, '¥B', [-120, 300, 0]],
  [WED, [19, 0], 'EU', 'CPI', ['소비자물가지수 (전년비)', 'Consumer prices (y/y)'], 2, '%', [2.2, 0.3, 1]],
  [WED, [22, 30], 'US', 'CPI', ['소비자물가지수 (전월비)', 'Consumer prices (m/m)'], 3, '%', [0.2, 0.2, 1]],
  [WED, [24, 30], 'US', 'OIL_STOCKS', ['EIA 원유 재고', 'EIA crude oil stocks'], 2, 'M', [-0.8, 4, 1]],
  [THU, [10, 0], 'KR', 'BASE_RATE', ['기준금리', 'Base rate'], 3, '%', [2.5, 0, 2]],
  [THU, [22, 15], 'EU', 'BASE_RATE', ['정책금리', 'Policy rate'], 3, '%', [2.15, 0, 2]],
  [
    THU,
    [22, 30],
    'US',
    'JOBLESS_CLAIMS',
    ['신규 실업수당 청구건수', 'Initial jobless claims'],
    2,
    'K',
    [225, 12, 0],
  ],
  [THU, [24, 30], 'US', 'GAS_STOCKS', ['EIA 천연가스 재고', 'EIA natural gas stocks'], 1, 'B', [12, 40, 0]],
  [FRI, [19, 0], 'EU', 'GDP', ['GDP (잠정치)', 'GDP (preliminary)'], 2, '%', [0.2, 0.2, 1]],
  [FRI, [22, 30], 'US', 'PPI', ['생산자물가지수 (전월비)', 'Producer prices (m/m)'], 3, '%', [0.2, 0.3, 1]],
  [
    FRI,
    [23, 0],
    'US',
    'INVENTORIES',
    ['기업 재고 (전월비)', 'Business inventories (m/m)'],
    1,
    '%',
    [0.2, 0.2, 1],
  ],
  [FRI, [24, 45], 'US', 'FED_SPEECH', ['연준 이사 연설', 'Speech of a Fed governor'], 2, ''],
  [FRI, [29, 0], 'US', 'CAPITAL_FLOWS', ['해외 자본 순유입', 'Net capital inflows'], 1, '$B', [80, 25, 1]],
];

const series: readonly Series[] = rows.map(
  ([weekday = 0, time, country, code, [ko, en], importance, unit, figures]) => ({
    ...{ weekday, time, country, code, ko, en, importance, unit },
    ...(figures && { figures: { mean: figures[0], spread: figures[1], places: figures[2] } }),
  }),
);

/** From −1 to 1, by the series and the date alone. */
function chance(of: string): number {
  return createHash('sha256').update(of).digest().readUInt32BE() / 0x8000_0000 - 1;
}

function figureOf({ country, code, figures }: Series, date: number, what: 'actual' | 'forecast') {
  if (figures === undefined) return null;
  const { mean, spread, places } = figures;
  const actual = mean + spread * chance(`${country} ${code} ${date}`);
  const missed = what === 'actual' ? 0 : 0.3 * spread * chance(`${country} ${code} ${date} forecast`);
  // Without a minus before nothing.
  return (actual + missed).toFixed(places).replace(/^-(0(\.0+)?)$/, '$1');
}

/** Those of the Korean dates from one moment to another. */
export function sampleBetween({
  from,
  to,
}: {
  readonly from: number;
  readonly to: number;
}): readonly Indicator[] {
  const found: Indicator[] = [];
  for (let date = koreanDate(from); date <= koreanDate(to); date += 1) {
    const weekday = new Date(date * DAY_MS).getUTCDay();
    for (const each of series) {
      if (each.weekday !== weekday) continue;
      const [hour, minute] = each.time;
      found.push({
        at: date * DAY_MS - KST_OFFSET_MS + hour * HOUR_MS + minute * MINUTE_MS,
        country: each.country,
        code: each.code,
        nameKo: each.ko,
        nameEn: each.en,
        importance: each.importance,
        previous: figureOf(each, date - 7, 'actual'),
        forecast: figureOf(each, date, 'forecast'),
        actual: figureOf(each, date, 'actual'),
        unit: each.unit,
      });
    }
  }
  return found;
}
