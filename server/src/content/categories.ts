// The names of the categories, as readers see them.
import type { CATEGORIES } from '@maru/contract/content/item';
import type { Language } from '@maru/contract/refusals';

export type Category = (typeof CATEGORIES)[number];

const names: Readonly<Record<Category, Readonly<Record<Language, string>>>> = {
  SYSTEM: { ko: '시스템', en: 'System' },
  INSTRUMENT: { ko: '종목', en: 'Instruments' },
  HOLIDAY: { ko: '휴장', en: 'Holidays' },
  CASHIER: { ko: '입출금', en: 'Deposits and withdrawals' },
  TRADE: { ko: '거래', en: 'Trading' },
  UPDATE: { ko: '업데이트', en: 'Updates' },
  ACCOUNT: { ko: '계정', en: 'Account' },
  PROOF: { ko: '검증', en: 'Proofs' },
  MARKET: { ko: '시장', en: 'Markets' },
};

export const categoryName = (category: Category | null, language: Language): string =>
  category === null ? '' : names[category][language];

/** In the order of the chips. */
export const categoriesInOrder = Object.keys(names) as readonly Category[];
