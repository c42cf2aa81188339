import type { Direction } from '@maru/client/format';

/** To be put behind other classes. What stands still keeps the colour of its place. */
export const toneClass = (direction: Direction): string =>
  direction === 'flat' ? '' : ` figure--${direction}`;
