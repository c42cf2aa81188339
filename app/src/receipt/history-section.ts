// A product's part of the wallet's pages over all products.
import type { SiteFeatures } from '@maru/contract/site-type';
import type { ComponentType } from 'react';
import type { Language } from '../text/language.tsx';

export interface HistorySection {
  /** Used in addresses; also the feature of the site that turns it on. */
  readonly name: keyof SiteFeatures;
  readonly titleIn: (language: Language) => string;
  readonly History: ComponentType;
  readonly NewestReceipts: ComponentType<{ readonly title: string }>;
}
