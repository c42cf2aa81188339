// What rounds prove to an inquiry: the receipt of a bet, also of bit-ball.
import { betReceipt } from '@maru/contract/binary/receipt';
import type { Route } from '../http/serve.ts';
import { type EvidenceSource, evidenceOfCall } from '../product/evidence.ts';

export const betEvidence = (routes: readonly Route[]): readonly EvidenceSource[] => [
  evidenceOfCall('BET', routes, betReceipt, (betId) => ({ betId })),
];
