// The value of a wallet of coin futures as it is shown (spec 4, Wallet view), and never less than zero.
import type { FuturesCross } from '@maru/contract/realtime';
import { amount, larger, toDecimal, ZERO } from '@maru/engine/amount';
import { shownPoint } from '@maru/engine/futures/standing';

type Cross = Pick<FuturesCross, 'playerPoint' | 'markPnl' | 'minusFundingFee'>;

/** Without cross data there is no position that could move the wallet. */
export function walletPoint(wallet: { readonly point: string }, cross?: Cross): string {
  if (cross === undefined) return toDecimal(larger(amount(wallet.point), ZERO));
  const { playerPoint, markPnl, minusFundingFee } = cross;
  return toDecimal(
    shownPoint({
      playerPoint: amount(playerPoint),
      markPnl: amount(markPnl),
      minusFundingFee: amount(minusFundingFee),
    }),
  );
}
