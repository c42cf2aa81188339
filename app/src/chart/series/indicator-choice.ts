// Which indicators are shown. Over the candles their number is not limited; below them there is room for two.

export const INDICATORS = ['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI', 'KDJ'] as const;
export type IndicatorName = (typeof INDICATORS)[number];

const OWN_PANE: ReadonlySet<IndicatorName> = new Set(['MACD', 'RSI', 'KDJ']);
export const MOST_PANES = 2;

export const hasOwnPane = (name: IndicatorName): boolean => OWN_PANE.has(name);

/** A third pane replaces the one chosen first. */
export function toggled(chosen: readonly IndicatorName[], name: IndicatorName): readonly IndicatorName[] {
  if (chosen.includes(name)) return chosen.filter((each) => each !== name);
  const panes = chosen.filter(hasOwnPane);
  const leaves = hasOwnPane(name) && panes.length >= MOST_PANES ? panes[0] : undefined;
  return [...chosen.filter((each) => each !== leaves), name];
}
