// What coin futures prove to an inquiry: the receipt of a fill, and of a funding payment by the number of its funding.
import { futuresFundingReceipt } from '@maru/contract/futures/funding-receipt';
import { futuresFillReceipt } from '@maru/contract/futures/receipt';
import type { Route } from '../http/serve.ts';
import { type EvidenceSource, evidenceOfCall } from '../product/evidence.ts';
import type { ProductParts } from '../product/server-product.ts';
import { findPaymentOfFunding } from './funding-store.ts';

export const futuresEvidence = (
  { desk, database }: Pick<ProductParts, 'desk' | 'database'>,
  routes: readonly Route[],
): readonly EvidenceSource[] => [
  evidenceOfCall('FUTURES_FILL', routes, futuresFillReceipt, (fillId) => ({ fillId })),
  evidenceOfCall('FUTURES_FUNDING', routes, futuresFundingReceipt, async (event, { site, player }) => {
    if (!(await desk.caughtUp(player))) return 'BEHIND';
    const payment = await database.transaction((tx) => findPaymentOfFunding(tx, { site, player, event }));
    return payment && { futuresPositionId: payment.position, fundingMillis: payment.dueAt };
  }),
];
