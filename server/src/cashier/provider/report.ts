// What a provider can report, once its signature was right. Unknown fields are refused: a report means exactly what it
// says.
import { parseUnits } from '@maru/engine/amount';
import { z } from 'zod';

const external = z.string().regex(/^[\w.:-]{1,128}$/);
const decimal = z.string().refine((text) => (parseUnits(text) ?? 0n) > 0n, 'a positive decimal');
const currency = z.string().regex(/^[A-Z0-9]{1,16}$/);

const report = z.discriminatedUnion('step', [
  /** The payment of a request has begun: its owner can no longer cancel it. */
  z.strictObject({ step: z.literal('STARTED'), external, request: z.int().positive() }),
  /** It was paid, or paid out: exactly this much. */
  z.strictObject({
    step: z.literal('PAID'),
    external,
    request: z.int().positive(),
    amount: decimal,
    currency,
  }),
  z.strictObject({
    step: z.literal('FAILED'),
    external,
    request: z.int().positive(),
    reason: z.string().min(2).max(200),
  }),
  /** A member paid without having asked here first. */
  z.strictObject({
    step: z.literal('CHARGED'),
    external,
    member: z.string().regex(/^[\w-]{8,64}$/),
    amount: decimal,
    currency,
  }),
  /** Coins at somebody's address, with so many confirmations of the network. */
  z.strictObject({
    step: z.literal('ARRIVAL'),
    external,
    coin: currency,
    address: z.string().min(1).max(128),
    tag: z.int().min(0).max(0xffff_ffff).nullable(),
    /** What was delivered, which a partial payment makes less than what was sent. */
    amount: decimal,
    confirmations: z.int().min(0).max(1_000_000),
  }),
]);

export type Report = z.output<typeof report>;

export function readReport(value: unknown): Report | undefined {
  const read = report.safeParse(value);
  return read.success ? read.data : undefined;
}
