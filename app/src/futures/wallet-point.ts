// The value of the coin futures wallet as it is shown (spec 4, Wallet view), and never less than zero.
import { amount, larger, sum, toDecimal, ZERO } from '@maru/engine/amount';

/** `/user/queue/cross`: the member's coin futures taken together. The funding fee is signed: what is owed is below 0. */
interface FuturesCross {
  readonly playerPoint: string;
  readonly markPnl: string;
  readonly minusFundingFee: string;
}

/** Without cross data there is no position that could move the wallet. */
export function walletPoint(wallet: { readonly point: string }, cross?: FuturesCross): string {
  const parts = cross ? [cross.playerPoint, cross.minusFundingFee, cross.markPnl] : [wallet.point];
  return toDecimal(larger(sum(parts.map(amount)), ZERO));
}
