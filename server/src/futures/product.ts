// Coin futures: so far their instruments are listed with their terms, and staff set them.
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { copyRoutes } from './copy-routes.ts';
import { listInstruments } from './instruments.ts';
import { listRoutes } from './list-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { futuresPushes } from './pushes.ts';
import { openSettings } from './settings.ts';
import { createTerms } from './terms.ts';

export const futuresProduct: ServerProduct = {
  name: 'futures',
  pushesOf: futuresPushes,
  open,
};

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const { database, sites, requests } = parts;
  const instruments = listInstruments(parts.instruments);
  const settings = await openSettings(database);
  const terms = createTerms({ instruments, sites, settings });
  return {
    routes: [
      ...listRoutes({ ...parts, fundingOf: parts.funding.of, instruments, terms }),
      ...officeRoutes({ instruments, settings, requests, settingsChanged: terms.forget }),
      ...copyRoutes(),
    ],
  };
}
