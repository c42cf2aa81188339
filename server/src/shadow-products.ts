// The products whose tables the shadow writes: one list for the desk, the shadow's own thread, rebuilding and archiving.
import { binaryShadow } from './binary/shadow/product.ts';
import { ballShadow } from './bitball/shadow/product.ts';
import { overseaShadow } from './oversea/shadow/product.ts';
import type { ShadowedName, ShadowParts, ShadowProduct } from './shadow/shadow-product.ts';

/** A product without its tables does not compile. */
const byName: Readonly<Record<ShadowedName, ShadowProduct>> = {
  binary: binaryShadow,
  bitball: ballShadow,
  oversea: overseaShadow,
};

export const shadowParts: ShadowParts = {
  products: Object.values(byName),
  worker: new URL('./shadow-worker.ts', import.meta.url),
};
