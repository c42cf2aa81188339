// The result of the check on this device: every tick the same, or what differs.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { ReactNode } from 'react';
import { inSeconds, VerdictHead } from '../receipt/verdict-head.tsx';
import { indexWords } from '../text/indices.ts';
import { useWords } from '../text/language.tsx';
import '../ui/figures/hash-text.css';
import { Icon } from '../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import type { CheckedDay } from './use-day-check.ts';
import './seed-check.css';

interface Props {
  readonly done: CheckedDay;
  readonly precision: number;
}

const count = (number: number): string => formatDecimal(String(number));

/** Only its first and last characters: the row has room for no more. */
const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;

export function SeedCheck({ done: { check, computeMs }, precision }: Props) {
  const words = useWords(indexWords);
  const { isSame, compared, missing, wrong } = check;
  const shown = (text: string) => formatPrice(text, precision);
  const sameText = compared === 0 ? words.sealSame : words.same(count(compared));
  const lead = isSame ? words.took(inSeconds(computeMs)) : words.differentLead;
  return (
    <>
      <VerdictHead size="card" isSame={isSame} title={isSame ? sameText : words.different} lead={lead} />
      <KeyValueList>
        <KeyValue name={words.sealOfSeed}>
          <Judged isSame={check.isSealSame}>
            <code className="hash-text" title={check.seal}>
              {shortHash(check.seal)}
            </code>
          </Judged>
        </KeyValue>
        {check.isOpenSame !== undefined && (
          <KeyValue name={words.openFollows}>
            <Judged isSame={check.isOpenSame} />
          </KeyValue>
        )}
        {compared > 0 && (
          <KeyValue name={words.chain}>
            <Judged isSame={check.isChainWhole} />
          </KeyValue>
        )}
        <KeyValue name={`${words.firstTick} 00:00:00`} strong>
          <Judged isSame={wrong === undefined}>{shown(check.first)}</Judged>
        </KeyValue>
        <KeyValue name={`${words.lastTick} 23:59:59`} strong>
          <Judged isSame={wrong === undefined}>{shown(check.last)}</Judged>
        </KeyValue>
      </KeyValueList>
      {wrong !== undefined && (
        <p className="index-proof__note text-caption">
          {words.differentTick({
            time: formatTimeOfDay(wrong.at),
            server: shown(wrong.server),
            device: shown(wrong.device),
          })}
        </p>
      )}
      {missing > 0 && (
        <p className="index-proof__note text-caption">
          {compared === 0 ? words.noRecord : words.missing(count(missing))}
        </p>
      )}
    </>
  );
}

function Judged({ isSame, children }: { readonly isSame: boolean; readonly children?: ReactNode }) {
  const words = useWords(indexWords);
  return (
    <span className={isSame ? 'seed-check__judged' : 'seed-check__judged seed-check__judged--different'}>
      {children}
      <Icon name={isSame ? 'check' : 'close'} size={16} weight={2.4} />
      <span className="unseen">{isSame ? words.isSame : words.isDifferent}</span>
    </span>
  );
}
