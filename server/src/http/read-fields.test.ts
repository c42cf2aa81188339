// A body is read as its schema reads it, whatever was sent.
import { decimal, flag, id, integer } from '@maru/contract/fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldReader } from './read-fields.ts';

const every = z.object({
  id,
  count: integer(0, 9).optional(),
  pages: integer(1, 100).default(20),
  qty: decimal.optional(),
  level: decimal.nullable().optional(),
  limited: decimal.refine((text) => text !== '1').optional(),
  isMark: flag.optional(),
  side: z.enum(['LONG', 'SHORT']),
  picked: z
    .enum(['A', 'B'])
    .refine((pick) => pick !== 'B')
    .optional(),
});
const schemas = {
  'fields of every kind': every,
  'a body with a rule of its own': every.refine(({ qty, level }) => qty === undefined || level === undefined),
  'a body that takes no other fields': every.strict(),
  'a body that takes any other field': every.loose(),
  'no object': z.array(z.int()),
};

const texts = ['0', '1', '1.5', '-1', '007', '1.123456789', '9'.repeat(40), 'true', 'LONG', 'A', 'B', ''];
const sent = fc.oneof(
  fc.constantFrom<unknown>(...texts, 0, -0, 1, 5, 10, -1, 2 ** 53, true, false, null, [], {}),
  fc.string(),
  fc.integer(),
);

test.each(Object.entries(schemas))('%s: reading gives what the schema gives', (_name, schema) => {
  const read = fieldReader(schema);
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const plain = { id: 1, side: 'LONG' };
  const bodies = fc
    .dictionary(fc.constantFrom(...names, 'toString', 'other'), sent)
    .map((given) => ({ ...plain, ...given }));
  fc.assert(
    fc.property(fc.oneof(bodies, sent), (body) => {
      const expected = schema.safeParse(body);
      const found = read(body);
      expect(found.success).toBe(expected.success);
      expect(found.data).toStrictEqual(expected.data);
      expect(found.error?.issues).toEqual(expected.error?.issues);
    }),
    { numRuns: 300 },
  );
});
