// What the gallery shows, kept in the address, so that a screenshot can be requested by a link.

export type Theme = 'dark' | 'light';

export interface Appearance {
  readonly theme: 'both' | Theme;
  readonly updown: 'global' | 'kr';
}

const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], wanted: string | null): Value =>
  values.find((value) => value === wanted) ?? values[0];

export function readAppearance(search: string): Appearance {
  const wanted = new URLSearchParams(search);
  return {
    theme: oneOf(['both', 'dark', 'light'], wanted.get('theme')),
    updown: oneOf(['global', 'kr'], wanted.get('updown')),
  };
}

export const appearanceSearch = (appearance: Appearance): string =>
  `?${new URLSearchParams({ ...appearance })}`;

/** The page itself takes one theme, because sheets and dialogs are outside both halves. */
export function paintPage(page: HTMLElement, { theme, updown }: Appearance): void {
  page.dataset['theme'] = theme === 'both' ? 'dark' : theme;
  page.dataset['updown'] = updown;
}
