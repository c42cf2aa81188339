// The value of the overseas futures wallet on the screen (spec 4, Wallet view). Open positions change it, but never
// below zero: the loss itself is shown at the position.
import type { OverseaCross } from '@maru/contract/realtime';
import { amount, larger, sum, toDecimal, ZERO } from '@maru/engine/amount';

type Cross = Pick<OverseaCross, 'playerPoint' | 'lastPnl' | 'playerGameWaitPoint'>;

/** Without cross data there is no position that could change the wallet's value. */
export function walletPoint(wallet: { readonly point: string }, cross?: Cross): string {
  const parts = cross ? [cross.playerPoint, cross.lastPnl, cross.playerGameWaitPoint] : [wallet.point];
  return toDecimal(larger(sum(parts.map(amount)), ZERO));
}
