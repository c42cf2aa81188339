// What a site has switched on: nothing else is in a menu.
import type { SiteFeatures } from '@maru/contract/site-type';

/** Whether a row of a menu is shown. */
export interface Availability {
  /** The switch of the site (spec 4) that turns it on; without one it is always on. */
  readonly feature?: keyof SiteFeatures;
}

export const isOffered = ({ feature }: Availability, features: SiteFeatures | undefined): boolean =>
  feature === undefined || features?.[feature] === true;
