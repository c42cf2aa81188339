// What protects a follow, and its limits (picture 38).
import { MISSING } from '@maru/client/format';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { toDecimal } from '@maru/engine/amount';
import { instrumentEntryGuard } from '@maru/engine/copytrade/terms';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { percentOfShare } from '../figures.ts';
import type { Pairs } from '../use-pairs.ts';

interface Props {
  readonly follow: WireFollow;
  readonly pairs: Pairs;
}

/** Percents of the instruments that are followed, the narrowest first: `0.5`, or `0.5` and `1.5`. */
function instrumentGuards({ followStock }: WireFollow, pairs: Pairs): readonly string[] {
  const stocks = followStock.flatMap((id) => pairs.find(id)?.stock ?? []);
  const guards = stocks.map(instrumentEntryGuard).sort((a, b) => Number(a - b));
  return [...new Set(guards)].map((guard) => percentOfShare(toDecimal(guard)));
}

export function ProtectionList({ follow, pairs }: Props) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { money, signed } = useMoneyText('USDT');
  const { lossLimit, entryGuard, exitGuard, maxLeverage } = follow;
  const guards = entryGuard === null ? instrumentGuards(follow, pairs) : [percentOfShare(entryGuard)];
  const entry = guards.length === 0 ? MISSING : common.percent(guards.join('~'));
  return (
    <section className="copy-block" aria-labelledby="copy-protections">
      <h2 id="copy-protections" className="text-heading">
        {words.protections}
      </h2>
      <div className="copy-block__body">
        <KeyValueList framed>
          <KeyValue name={words.lossLimit} strong>
            {lossLimit === null ? (
              words.notSet
            ) : (
              <>
                {signed(`-${lossLimit}`)} <span className="text-micro">{words.lossLimitDoes}</span>
              </>
            )}
          </KeyValue>
          <KeyValue name={words.guards} strong>
            {words.guardsOf(entry, common.percent(percentOfShare(exitGuard)))}
          </KeyValue>
          <KeyValue name={words.leverageMost} strong>
            {maxLeverage === null ? words.asTrader : common.leverage(String(maxLeverage))}
          </KeyValue>
          <KeyValue name={words.limits} strong>
            {words.limitsOf(money(follow.oneMaxBet), money(follow.maxBet))}
          </KeyValue>
          <KeyValue name={words.used} strong>
            {follow.copies.length === 0 ? MISSING : money(follow.usedMargin)}
          </KeyValue>
        </KeyValueList>
      </div>
    </section>
  );
}
