// What this build of the app has, and what a site has switched on: nothing else is in a menu.
import type { SiteFeatures } from '@maru/contract/site-type';

/** Products of the spec that are not built yet. Building one deletes its name here, and the rows that wait for it. */
type Unbuilt = 'support';

/** Whether a row of a menu is shown. */
export interface Availability {
  readonly waitsFor?: Unbuilt;
  /** The switch of the site (spec 4) that turns it on; without one it is always on. */
  readonly feature?: keyof SiteFeatures;
}

export const isOffered = ({ waitsFor, feature }: Availability, features: SiteFeatures | undefined): boolean =>
  waitsFor === undefined && (feature === undefined || features?.[feature] === true);
