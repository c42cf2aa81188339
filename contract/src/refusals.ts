// The one table of refusals: code → HTTP status, Korean text, English text. No error text stands anywhere else.
import { accountRefusals } from './account/refusals.ts';
import { binaryRefusals } from './binary/refusals.ts';
import { overseaRefusals } from './oversea/refusals.ts';
import { transportRefusals } from './transport-refusals.ts';

export const refusals = {
  ...transportRefusals,
  ...accountRefusals,
  ...binaryRefusals,
  ...overseaRefusals,
} as const;

export type RefusalCode = keyof typeof refusals;
export type Language = 'ko' | 'en';

export const refusalText = (code: RefusalCode, language: Language): string => refusals[code][language];
