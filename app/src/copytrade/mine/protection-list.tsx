import { MISSING } from '@maru/client/format';
// What protects a follow, and its limits (picture 38).
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { percentOfShare } from '../figures.ts';

export function ProtectionList({ follow }: { readonly follow: WireFollow }) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { money, signed } = useMoneyText('USDT');
  const { lossLimit, entryGuard, exitGuard, maxLeverage } = follow;
  const entry = entryGuard === null ? words.instrumentGuard : common.percent(percentOfShare(entryGuard));
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
