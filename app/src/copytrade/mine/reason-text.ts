// Why a lead was not copied, in words and with its figures.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { CopyRecord, WireMissedReason } from '@maru/contract/copytrade/wire';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { qtyTextOf, qtyUnit } from '../../futures/account/unit-words.ts';
import type { CopytradeMineWords } from '../../text/copytrade-mine.ts';
import type { IconName } from '../../ui/icons/icons.ts';

export interface ReasonText {
  readonly title: string;
  readonly line: string;
}

export const reasonIcons: Readonly<Record<WireMissedReason, IconName>> = {
  PAIR_OFF: 'filter',
  PAUSED: 'clock',
  OWN_POSITION: 'user',
  STOPPED: 'hand',
  NO_PRICE: 'signal',
  SLIPPAGE: 'flip',
  CAP: 'wallet',
  BALANCE: 'wallet',
  MIN_QTY: 'minus',
  LEVERAGE: 'bars',
  NO_COPY: 'minus',
  LIMIT: 'hand',
  FAILED: 'warning',
};

/** A share of the price as a percentage, two places: `0.62%`. */
const shareText = (share: string): string =>
  `${formatPrice(toDecimal((parseUnits(share) ?? 0n) * 100n), 2)}%`;
const usdt = (text: string): string => `${formatDecimal(text)} USDT`;

type Missed = Pick<CopyRecord, 'reason' | 'found' | 'allowed' | 'detail' | 'kind'>;

export function reasonText(
  { reason, found, allowed, detail, kind }: Missed,
  words: CopytradeMineWords,
  instrument: WireFuturesOption | undefined,
): ReasonText {
  const plain = words.reasons[reason ?? 'FAILED'];
  const say = words.reasonFigures;
  const told = (text: ReasonText): ReasonText =>
    // A close that was missed leaves work behind.
    kind === 'CLOSE' && reason !== 'NO_COPY' ? { ...text, line: say.leftToYou } : text;
  if (reason === 'FAILED' && detail !== null) return told({ ...plain, line: say.detail(detail) });
  if (found === null || allowed === null) return told(plain);
  switch (reason) {
    case 'SLIPPAGE':
      return told({ title: say.slippage(shareText(found)), line: say.slippageLimit(shareText(allowed)) });
    case 'CAP':
      return told({ title: say.cap(usdt(allowed)), line: say.capLeft(usdt(found)) });
    case 'BALANCE':
      return told({ ...plain, line: say.balance(usdt(found), usdt(allowed)) });
    case 'MIN_QTY': {
      const unit = instrument === undefined ? '' : ` ${qtyUnit(instrument)}`;
      // What was wanted may be smaller than the step: all its places are shown.
      return told({ ...plain, line: say.minQty(formatDecimal(found), `${formatDecimal(allowed)}${unit}`) });
    }
    case 'PAIR_OFF':
    case 'PAUSED':
    case 'OWN_POSITION':
    case 'STOPPED':
    case 'NO_PRICE':
    case 'LEVERAGE':
    case 'NO_COPY':
    case 'LIMIT':
    case 'FAILED':
    case null:
      return told(plain);
  }
}

export const recordQty = (record: CopyRecord, instrument: WireFuturesOption | undefined): string =>
  qtyTextOf(record.qty ?? undefined, instrument);
