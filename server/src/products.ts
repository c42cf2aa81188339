// The products of the server, in the order in which they are opened and their pushes are sent: the changes of wallets
// come first.
import { roundNotifications } from '@maru/contract/binary/notifications';
import { cashierNotifications } from '@maru/contract/cashier/notifications';
import { futuresNotifications } from '@maru/contract/futures/notifications';
import { createNotificationsOf } from '@maru/contract/notification/of-push';
import { overseaNotifications } from '@maru/contract/oversea/notifications';
import type { ProductStates } from '@maru/engine/products';
import { accountProduct } from './account/product.ts';
import { binaryProduct } from './binary/product.ts';
import { bitballProduct } from './bitball/product.ts';
import { cashierProduct } from './cashier/product.ts';
import { copytradeProduct } from './copytrade/product.ts';
import { futuresProduct } from './futures/product.ts';
import { limitsProduct } from './limits/product.ts';
import { overseaProduct } from './oversea/product.ts';
import { partnerPushes } from './partner/pushes.ts';
import type { ServerProduct } from './product/server-product.ts';

/** A product of the engine that is missing here does not compile. */
const byName: Readonly<Record<keyof ProductStates, ServerProduct>> = {
  account: accountProduct,
  binary: binaryProduct,
  bitball: bitballProduct,
  cashier: cashierProduct,
  futures: futuresProduct,
  // Its copies are fills of coin futures, which are opened before it.
  copytrade: copytradeProduct,
  limits: limitsProduct,
  oversea: overseaProduct,
  // Its calls are those of the feature of partners' accounts.
  partner: { name: 'partner', pushesOf: partnerPushes },
};

export const products: readonly ServerProduct[] = Object.values(byName);

/** What members are told of the products' pushes. */
export const notificationsOf = createNotificationsOf([
  roundNotifications,
  cashierNotifications,
  futuresNotifications,
  overseaNotifications,
]);
