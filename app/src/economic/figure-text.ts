const NOTHING = '–';

/** `0.2%`, `228K`, `−0.1%`, `$87.2B`: a sign of money stands before the figure, and a minus is a minus. */
export function figureText(figure: string | null, unit: string): string {
  if (figure === null) return NOTHING;
  const [, money = '', rest = ''] = /^([$€£¥₩]?)(.*)$/u.exec(unit) ?? [];
  const sign = figure.startsWith('-') ? '−' : figure.startsWith('+') ? '+' : '';
  return `${sign}${money}${figure.replace(/^[+-]/, '')}${rest}`;
}
