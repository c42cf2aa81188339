// What this build of the app can do. A product that is not here is in no menu, and its routes say so plainly.
export type Product =
  | 'account'
  | 'oversea'
  | 'binary'
  | 'futures'
  | 'cashier'
  | 'asset'
  | 'history'
  | 'content'
  | 'support'
  | 'chat'
  | 'p2p';

const built: ReadonlySet<Product> = new Set<Product>(['account', 'oversea', 'binary', 'history']);

export const isBuilt = (product: Product): boolean => built.has(product);
