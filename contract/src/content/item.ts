// A text that staff publish, as readers get it: in their language, its HTML cleaned.
import { z } from 'zod';

export const CATEGORIES = [
  'SYSTEM',
  'INSTRUMENT',
  'HOLIDAY',
  'CASHIER',
  'TRADE',
  'UPDATE',
  'ACCOUNT',
  'PROOF',
  'MARKET',
] as const;

export const category = z.enum(CATEGORIES);

/** One of a list. */
export const contentItem = z.object({
  id: z.int(),
  category: category.nullable(),
  /** The category's name in the reader's language. */
  categoryName: z.string(),
  title: z.string(),
  /** When it was published. */
  createdAt: z.int(),
  /** Until when it is shown; null where that is open. */
  endsAt: z.int().nullable(),
  isPinned: z.boolean(),
  /** False for a member who has not opened a recent notice. */
  isRead: z.boolean(),
});

/** With its text: HTML, cleaned when it was saved and again for this answer. */
export const contentText = contentItem.extend({ content: z.string() });
