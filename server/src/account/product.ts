// Accounts are opened with the sites, before every other product (`open-people.ts`).
import type { ServerProduct } from '../product/server-product.ts';
import { walletPushes } from './pushes.ts';

export const accountProduct: ServerProduct = { name: 'account', pushesOf: walletPushes };
