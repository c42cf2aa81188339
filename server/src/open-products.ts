// Opens every product of the list with what the platform provides, in the order of the list.
import type { Amount } from '@maru/engine/amount';
import type { OpenedProduct, ProductParts } from './product/server-product.ts';
import { products } from './products.ts';
import type { Release } from './push/release.ts';

export async function openProducts(
  parts: Omit<ProductParts, 'reservedFor' | 'offers'>,
  release: Release,
  /** Called for each as soon as it is open, so that it is closed when a later one fails. */
  onOpened: (product: OpenedProduct) => void,
): Promise<readonly OpenedProduct[]> {
  const opened: OpenedProduct[] = [];
  const reservedFor: ProductParts['reservedFor'] = (player, wallet, now) =>
    opened.reduce((sum, each) => sum + (each.reservedFor?.(player, wallet, now) ?? 0n), 0n) as Amount;
  const offers = {};
  for (const product of products) {
    const each = await product.open?.({ ...parts, reservedFor, offers });
    if (each === undefined) continue;
    opened.push(each);
    onOpened(each);
    if (each.follower !== undefined) release.join(each.follower);
    await each.load?.();
  }
  return opened;
}
