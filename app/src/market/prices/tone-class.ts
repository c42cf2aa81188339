import type { Direction } from '@maru/client/format';

/** To be put behind other classes. Without a move the surrounding colour stays. */
export const toneClass = (direction: Direction): string =>
  direction === 'flat' ? '' : ` figure--${direction}`;
