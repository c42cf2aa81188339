/** What the round's chart paints with, read from the page: a canvas knows no CSS variables. */
export interface RoundColors {
  readonly ground: string;
  readonly raised: string;
  readonly grid: string;
  readonly axis: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly brass: string;
  readonly brassFill: string;
  readonly onBrass: string;
  readonly up: string;
  readonly down: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly upSoft: string;
  readonly downSoft: string;
  readonly onDirection: string;
  readonly font: string;
}

const variables: Readonly<Record<keyof RoundColors, string>> = {
  ground: '--bg',
  raised: '--s3',
  grid: '--grid',
  axis: '--line-2',
  ink: '--tx1',
  ink2: '--tx2',
  ink3: '--tx3',
  brass: '--brass',
  brassFill: '--brass-fill',
  onBrass: '--on-brass',
  up: '--up',
  down: '--down',
  upFill: '--up-fill',
  downFill: '--down-fill',
  upSoft: '--up-soft',
  downSoft: '--down-soft',
  onDirection: '--on-dir',
  font: '--font',
};

export function readRoundColors(): RoundColors {
  const computed = getComputedStyle(document.documentElement);
  const read = ([name, variable]: readonly [string, string]) =>
    [name, computed.getPropertyValue(variable).trim()] as const;
  return Object.fromEntries(Object.entries(variables).map(read)) as unknown as RoundColors;
}
