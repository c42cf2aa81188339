// What a wallet is worth on the screen (spec 4, Wallet view). Open positions move it, but never below nothing: who owes
// sees 0, and the loss itself stands at the position.
import { amount, larger, sum, toDecimal, ZERO } from '@maru/engine/amount';

/** `/user/queue/oversea_cross`: the member's overseas positions taken together. Decimal texts. */
export interface OverseaCross {
  readonly playerPoint: string;
  readonly lastPnl: string;
  readonly playerGameWaitPoint: string;
}

/** `/user/queue/cross`: the member's coin futures taken together. The funding fee is signed: what is owed is below 0. */
export interface FuturesCross {
  readonly playerPoint: string;
  readonly markPnl: string;
  readonly minusFundingFee: string;
}

const atLeastNothing = (texts: readonly string[]): string => toDecimal(larger(sum(texts.map(amount)), ZERO));

/** Without cross data there is no position that could move the wallet. */
export const binaryPoint = (wallet: { readonly point: string }, cross?: OverseaCross): string =>
  atLeastNothing(cross ? [cross.playerPoint, cross.lastPnl, cross.playerGameWaitPoint] : [wallet.point]);

export const futuresPoint = (wallet: { readonly point: string }, cross?: FuturesCross): string =>
  atLeastNothing(cross ? [cross.playerPoint, cross.minusFundingFee, cross.markPnl] : [wallet.point]);
