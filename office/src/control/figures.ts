// Exact decimals of the wire as the office writes them.

/** `1234567.5` is `1,234,567.5`. */
export function money(decimal: string): string {
  const [whole = '', places] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return places === undefined ? grouped : `${grouped}.${places}`;
}

/** With its sign; nothing before 0. */
export function signed(decimal: string): string {
  if (decimal.startsWith('-')) return `−${money(decimal.slice(1))}`;
  return decimal === '0' ? '0' : `+${money(decimal)}`;
}

/** A share such as `0.2` as `20%`. */
export const percent = (share: string): string => `${Number((Number(share) * 100).toFixed(4))}%`;
