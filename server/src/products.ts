// The products of the server, in the order in which they are opened and their pushes leave: what an event did to wallets
// comes first.
import { accountProduct } from './account/product.ts';
import { binaryProduct } from './binary/product.ts';
import { bitballProduct } from './bitball/product.ts';
import { futuresProduct } from './futures/product.ts';
import { overseaProduct } from './oversea/product.ts';
import type { ServerProduct } from './product/server-product.ts';

export const products: readonly ServerProduct[] = [
  accountProduct,
  binaryProduct,
  bitballProduct,
  futuresProduct,
  overseaProduct,
];
