// What each product provides to the desk: its tables, which the shadow writes, and its reads of the book by name. One
// list for the desk, the shadow's own thread, rebuilding and archiving.
import type { ProductStates } from '@maru/engine/products';
import { accountReads } from './account/reads.ts';
import { accountShadow } from './account/shadow/product.ts';
import { binaryReads } from './binary/reads.ts';
import { binaryShadow } from './binary/shadow/product.ts';
import { ballReads } from './bitball/reads.ts';
import { ballShadow } from './bitball/shadow/product.ts';
import { cashierReads } from './cashier/reads.ts';
import { cashierShadow } from './cashier/shadow/product.ts';
import { copytradeReads } from './copytrade/reads.ts';
import { copytradeShadow } from './copytrade/shadow/product.ts';
import type { AnyBookRead } from './desk/book-read.ts';
import { futuresReads } from './futures/reads.ts';
import { futuresShadow } from './futures/shadow/product.ts';
import { limitsReads } from './limits/reads.ts';
import { limitsShadow } from './limits/shadow/product.ts';
import { overseaReads } from './oversea/reads.ts';
import { overseaShadow } from './oversea/shadow/product.ts';
import { partnerShadow } from './partner/shadow/product.ts';
import type { ShadowParts, ShadowProduct } from './shadow/shadow-product.ts';

interface DeskProduct {
  readonly shadow: ShadowProduct;
  readonly reads: readonly AnyBookRead[];
}

/** A product without its tables does not compile. */
const byName: Readonly<Record<keyof ProductStates, DeskProduct>> = {
  account: { shadow: accountShadow, reads: accountReads },
  binary: { shadow: binaryShadow, reads: binaryReads },
  bitball: { shadow: ballShadow, reads: ballReads },
  cashier: { shadow: cashierShadow, reads: cashierReads },
  copytrade: { shadow: copytradeShadow, reads: copytradeReads },
  futures: { shadow: futuresShadow, reads: futuresReads },
  limits: { shadow: limitsShadow, reads: limitsReads },
  oversea: { shadow: overseaShadow, reads: overseaReads },
  partner: { shadow: partnerShadow, reads: [] },
};
const all = Object.values(byName);

export const shadowParts: ShadowParts = {
  products: all.map(({ shadow }) => shadow),
  worker: new URL('./shadow-worker.ts', import.meta.url),
};

export const bookReads: readonly AnyBookRead[] = all.flatMap(({ reads }) => reads);
