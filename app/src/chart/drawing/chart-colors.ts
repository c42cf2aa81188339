// A canvas does not resolve CSS variables: the colours are read from the page, and read again when they change.

const variables = {
  ground: '--bg',
  surface: '--s1',
  raised: '--s3',
  grid: '--grid',
  line: '--line-2',
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
  danger: '--danger',
  font: '--font',
};

export type ChartColors = Readonly<Record<keyof typeof variables, string>>;

export function readColors(): ChartColors {
  const computed = getComputedStyle(document.documentElement);
  const read = ([name, variable]: readonly [string, string]) =>
    [name, computed.getPropertyValue(variable).trim()] as const;
  return Object.fromEntries(Object.entries(variables).map(read)) as unknown as ChartColors;
}

/** Theme and price convention are attributes of the page. */
export function watchColors(listen: () => void): () => void {
  const observer = new MutationObserver(listen);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-updown'],
  });
  const contrast = matchMedia('(prefers-contrast: more)');
  contrast.addEventListener('change', listen);
  return () => {
    observer.disconnect();
    contrast.removeEventListener('change', listen);
  };
}

/** `#E6C58C` at seven tenths is `#E6C58CB3`; any other kind of colour is returned unchanged. */
export function faded(color: string, opacity: number): string {
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}${alpha}` : color;
}
