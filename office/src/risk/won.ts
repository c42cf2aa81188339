// Sums of won as the office writes them: 95.51억, 4,109만, and small ones as they are.
const EOK = 100_000_000;
const MAN = 10_000;

const written = (value: number, places: number): string =>
  value.toLocaleString('ko-KR', { minimumFractionDigits: places, maximumFractionDigits: places });

const sign = (value: number, isSigned: boolean): string =>
  value < 0 ? '−' : isSigned && value > 0 ? '+' : '';

/** `isSigned` writes a plus as well. */
export function wonText(text: string, isSigned = false): string {
  const value = Number(text);
  const size = Math.abs(value);
  const shown =
    size >= EOK
      ? `${written(size / EOK, 2)}억`
      : size >= MAN
        ? `${written(size / MAN, 0)}만`
        : `${written(size, 0)}원`;
  return `${sign(value, isSigned)}${shown}`;
}

export function eokText(text: string, isSigned = false): string {
  const value = Number(text) / EOK;
  return `${sign(value, isSigned)}${written(Math.abs(value), 2)}`;
}

export function manText(text: string, isSigned = false): string {
  const value = Number(text) / MAN;
  return `${sign(value, isSigned)}${written(Math.abs(value), value !== 0 && Math.abs(value) < 100 ? 1 : 0)}`;
}

export function amountText(text: string): string {
  const value = Number(text);
  const shown = Math.abs(value).toLocaleString('ko-KR', { maximumFractionDigits: 2 });
  return `${sign(value, false)}${shown}`;
}

export const percentText = (text: string): string => {
  const value = Number(text);
  return `${sign(value, true)}${Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 1)}%`;
};

export const toneOf = (text: string): 'up' | 'down' | 'plain' => {
  const value = Number(text);
  return value > 0 ? 'up' : value < 0 ? 'down' : 'plain';
};
