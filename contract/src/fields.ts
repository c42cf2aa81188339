// The field types of the wire (docs/wire.md 4): decimals are texts, ids are positive integers, times are epoch
// milliseconds. Query values arrive as text, body values as JSON; the same field reads both.
import { parseUnits } from '@maru/engine/amount';
import { z } from 'zod';

const DIGITS = /^(0|[1-9]\d{0,15})$/;

/**
 * Of some fields: whether a value is already what reading it gives. Almost every value of a request is, and this question
 * costs a fraction of reading it with the schema.
 */
const readAlready = new WeakMap<z.ZodType, (value: unknown) => boolean>();

export const isReadAlready = (field: z.ZodType): ((value: unknown) => boolean) | undefined =>
  readAlready.get(field);

function noted<Field extends z.ZodType>(field: Field, isRead: (value: unknown) => boolean): Field {
  readAlready.set(field, isRead);
  return field;
}

/** An integer that may arrive as JSON number or as query text. No sign, no exponent, no full-width digits. */
export const integer = (least: number, most: number) =>
  noted(
    z
      .union([z.int(), z.string().regex(DIGITS).transform(Number)])
      .pipe(z.int().min(least).max(Math.min(most, Number.MAX_SAFE_INTEGER))),
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );

export const id = integer(1, Number.MAX_SAFE_INTEGER);

/** Epoch milliseconds up to the year 2100. */
export const epochMillis = integer(0, 4_102_444_800_000);

/** Money, price or quantity: exact text with at most eight places, or a JSON integer read as written. */
export const decimal = noted(
  z
    .union([z.string().max(32), z.int().transform(String)])
    .refine((text) => parseUnits(text) !== undefined, 'a decimal with at most 8 places'),
  (value) => typeof value === 'string' && value.length <= 32 && parseUnits(value) !== undefined,
);

/** An outgoing decimal. */
export const decimalText = z.string();

/** Yes or no, in a body or in a query. */
export const flag = noted(
  z
    .union([z.boolean(), z.enum(['0', '1', 'true', 'false']), z.literal([0, 1])])
    .transform((value) => value === true || value === 'true' || value === '1' || value === 1),
  (value) => typeof value === 'boolean',
);

/** A comma list with a bound on its length. Empty members are refused. */
export const commaList = (most: number, member = /^[\w.=^-]{1,32}$/) =>
  z
    .string()
    .max(most * 33)
    .transform((text) => text.split(','))
    .refine((list) => list.length <= most && list.every((each) => member.test(each)), 'a comma list');

export const instrumentCode = z.string().regex(/^[A-Z0-9_]{1,32}$/);

/** Pages count from 0. Every list is bounded. */
export const pageOf = { page: integer(0, 100_000).default(0), size: integer(1, 100).default(20) };

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    content: z.array(item),
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
  });

/** Sent by the spec's client with every call; it grants nothing: it must equal the token's site (docs/wire.md 5). */
export const siteInfoId = id.optional();

/** A wallet's balances, in the reply of every call that moves its money. */
export const wallet = z.object({
  /** BINARY, FUTURES or a coin, as `wallet/my` keys it. */
  type: z.string(),
  currency: z.string(),
  point: decimalText,
  gameWaitPoint: decimalText,
  /**
   * What withdrawals and conversions hold, shares of a partner, and what is owed, which is at or below zero. Not in every answer: `wallet/my`
   * leaves out what is nothing, a push what did not change.
   */
  withdrawHold: decimalText.optional(),
  convertHold: decimalText.optional(),
  /** What a partner has earned that was confirmed and is not paid yet. */
  share: decimalText.optional(),
  debt: decimalText.optional(),
});
export type WalletPoint = z.output<typeof wallet>;
