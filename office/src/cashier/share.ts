// A share as people write it: moved by two places in the text, so that nothing is rounded.

/** `0.005` is `0.5`. */
export const percentOf = (share: string): string => moved(share, 2);

/** `0.5` is `0.005`. */
export const shareOf = (percent: string): string => moved(percent, -2);

function moved(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const point = Math.max(0, -places) + whole.length + places;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const right = digits.slice(point).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
