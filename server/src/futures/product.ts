// Coin futures: so far their instruments are only listed.
import type { ServerProduct } from '../product/server-product.ts';
import { futuresRoutes } from './list-routes.ts';

export const futuresProduct: ServerProduct = {
  name: 'futures',
  pushesOf: () => [],
  open: async (parts) => ({ routes: futuresRoutes({ ...parts, fundingOf: parts.funding.of }) }),
};
