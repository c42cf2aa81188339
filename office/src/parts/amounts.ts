// Amounts as the office writes them: exact decimals of the wire, grouped by thousands.

/** `12480500.5` as `12,480,500.5`; a sign stays. */
export function grouped(text: string): string {
  const [whole = '0', rest] = text.split('.');
  const marked = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return rest === undefined ? marked : `${marked}.${rest}`;
}

/** With its currency: won have their own word. */
export const moneyOf = (text: string, currency: string): string =>
  currency === 'KRW' ? `${grouped(text)}원` : `${grouped(text)} ${currency}`;
