// What overseas futures prove to an inquiry: the receipt of a fill, with its reason where the server closed.
import { overseaFillReceipt } from '@maru/contract/oversea/receipt';
import type { Route } from '../http/serve.ts';
import { type EvidenceSource, evidenceOfCall } from '../product/evidence.ts';

export const overseaEvidence = (routes: readonly Route[]): readonly EvidenceSource[] => [
  evidenceOfCall('OVERSEA_FILL', routes, overseaFillReceipt, (fillId) => ({ fillId })),
];
