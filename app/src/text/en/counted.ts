/** `1 contract`, `−1 tick`, `1,000 contracts`: counts are passed as they are shown, some with a sign. */
export const counted = (count: string, one: string): string =>
  `${count} ${/^[+−]?1$/.test(count) ? one : `${one}s`}`;
