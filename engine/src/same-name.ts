/** Banks write names with and without spaces. */
export const isSameName = (one: string, other: string): boolean =>
  one.replaceAll(' ', '') === other.replaceAll(' ', '');
