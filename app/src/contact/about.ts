// What a new inquiry is about, in its address: `?about=BET-7`, and with `&why=MISMATCH` that a verification of it differed.

export interface About {
  readonly kind: string;
  readonly id: number;
}

const ABOUT = /^([A-Z_]{2,24})-([1-9]\d{0,15})$/;

export function aboutIn(search: string): About | undefined {
  const [, kind, id] = ABOUT.exec(new URLSearchParams(search).get('about') ?? '') ?? [];
  return kind === undefined ? undefined : { kind, id: Number(id) };
}

export const isMismatchIn = (search: string): boolean =>
  new URLSearchParams(search).get('why') === 'MISMATCH';
