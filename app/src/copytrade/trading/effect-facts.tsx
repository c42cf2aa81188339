// What closing does to the copies of followers: how much closes with it, how they were filled, what they earn by it.
import { directionOf } from '@maru/client/format';
import type { CopiedBy } from '@maru/contract/copytrade/history';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import { qtyText } from '../../futures/account/unit-words.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { finePercent, profitText } from '../figures.ts';
import type { FollowerEffect } from './follower-effect.ts';

interface Props {
  readonly copied: Pick<CopiedBy, 'averageSlippage'>;
  readonly instrument: WireFuturesOption;
  /** Undefined while there is no price. */
  readonly effect: FollowerEffect | undefined;
}

export function EffectFacts({ copied, instrument, effect }: Props) {
  const words = useWords(copytradeTradingWords);
  const profit = effect && toDecimal(effect.profit);
  return (
    <KeyValueList framed>
      <KeyValue name={words.together} strong>
        {qtyText(effect && toDecimal(effect.qty), instrument)}
      </KeyValue>
      <KeyValue name={words.togetherSlippage} strong>
        {finePercent(copied.averageSlippage)}
      </KeyValue>
      <KeyValue name={words.togetherProfit} strong>
        <span className={toneClass(directionOf(profit)).trim()}>{profitText(profit)}</span>
      </KeyValue>
    </KeyValueList>
  );
}
