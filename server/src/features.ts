// The features of the server, in the order in which they are opened.
import { accountsFeature } from './accounts/feature.ts';
import { alertFeature } from './alert/feature.ts';
import { apikeysFeature } from './apikeys/feature.ts';
import { auditFeature } from './audit/feature.ts';
import { booksFeature } from './books/feature.ts';
import { contactFeature } from './contact/feature.ts';
import { contentFeature } from './content/feature.ts';
import { controlFeature } from './control/feature.ts';
import { economicFeature } from './economic/feature.ts';
import { fairnessFeature } from './fairness/feature.ts';
import { createAnnouncements } from './feature/announcements.ts';
import type { FeatureParts, OpenedFeature, ServerFeature } from './feature/server-feature.ts';
import { fileFeature } from './file/feature.ts';
import { identityFeature } from './identity/feature.ts';
import { membersFeature } from './members/feature.ts';
import { messageFeature } from './message/feature.ts';
import { notificationFeature } from './notification/feature.ts';
import { outboxFeature } from './outbox/feature.ts';
import { partnerFeature } from './partner/feature.ts';
import { notificationsOf, products } from './products.ts';
import type { Release } from './push/release.ts';
import { quizFeature } from './quiz/feature.ts';
import { riskFeature } from './risk/feature.ts';
import { securityFeature } from './security/feature.ts';
import { siteFeature } from './site/feature.ts';
import { tourFeature } from './tour/feature.ts';

const features: readonly ServerFeature[] = [
  siteFeature,
  accountsFeature,
  partnerFeature,
  contentFeature,
  controlFeature,
  economicFeature,
  fileFeature,
  contactFeature,
  membersFeature,
  messageFeature,
  outboxFeature,
  identityFeature,
  securityFeature,
  // Before the questions about leverage, so that orders they refuse are not counted.
  fairnessFeature,
  quizFeature,
  tourFeature,
  // Before those that announce something.
  notificationFeature,
  alertFeature,
  apikeysFeature,
  auditFeature,
  riskFeature,
  booksFeature,
];

export async function openFeatures(
  given: Omit<FeatureParts, 'announcements' | 'notificationsOf' | 'fairness'>,
  release: Release,
  /** Called for each as soon as it is open, so that it is closed when a later one fails. */
  onOpened: (feature: OpenedFeature) => void,
): Promise<readonly OpenedFeature[]> {
  const fairness = products.flatMap((product) => product.fairness ?? []);
  const announcements = createAnnouncements();
  const parts: FeatureParts = { ...given, notificationsOf, fairness, announcements };
  const opened: OpenedFeature[] = [];
  for (const feature of features) {
    const each = await feature.open(parts);
    opened.push(each);
    onOpened(each);
    if (each.follower !== undefined) release.join(each.follower);
  }
  return opened;
}
