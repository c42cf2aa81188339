// The recorded minutes that contain the prices, each with the hash of the one before it.
import { formatClock } from '@maru/client/format-date';
import type { Receipt } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import './chain-cards.css';
import { useCopy } from './use-copy.ts';

interface Props {
  readonly receipt: Receipt;
  readonly record: ReceiptTicks | undefined;
}

interface Minute {
  readonly minuteMillis: number;
  readonly hash: string | null;
  readonly previousHash: string | null;
}

/** For a bet the minute of its exit, for a ball the minute of its salt. */
function minuteOf({ exit, ball }: Receipt, record: ReceiptTicks | undefined): Minute | undefined {
  if (ball === null) return exit ?? record?.minutes.at(-1);
  const saltedAt = Number(ball.salt?.split(':')[2]);
  return record?.minutes.findLast(({ minuteMillis }) => minuteMillis <= saltedAt) ?? record?.minutes.at(-1);
}

export function ChainCards({ receipt, record }: Props) {
  const words = useWords(receiptWords);
  const minute = minuteOf(receipt, record);
  if (minute === undefined) return null;
  const lead = receipt.ball === null ? words.chainLead : `${words.chainLead} ${words.ballChainLead}`;
  return <MinuteCards minute={minute} isComplete={record?.complete === true} lead={lead} />;
}

interface CardsProps {
  readonly minute: Minute;
  /** All minutes of the record are sealed. */
  readonly isComplete: boolean;
  readonly lead: string;
}

export function MinuteCards({ minute, isComplete, lead }: CardsProps) {
  const words = useWords(receiptWords);
  const isPractice = useWatched(usePlatform().site)?.moneyMode === 'PRACTICE';
  const { isCopied, copy } = useCopy();
  const { hash, previousHash } = minute;
  const gone = isComplete ? words.chainGone : words.chainNotYet;
  return (
    <section className="trade-detail__block">
      <div className="trade-detail__title">
        <h2 className="text-heading">{words.chain}</h2>
        {isPractice && <span className="chain-cards__practice">{words.practice}</span>}
      </div>
      <div className="chain-cards">
        <div className="chain-cards__card">
          <Icon name="document" size={22} />
          <span className="chain-cards__words text-stack">
            <small className="text-micro">{words.previousMinute}</small>
            {previousHash === null ? <span>{gone}</span> : <HashText value={previousHash} />}
          </span>
        </div>
        <div className="chain-cards__card chain-cards__card--this">
          <Icon name="shield" size={22} />
          <span className="chain-cards__words text-stack">
            <small className="text-micro figure">{words.thisMinute(formatClock(minute.minuteMillis))}</small>
            {hash === null ? <span>{gone}</span> : <HashText value={hash} />}
          </span>
          {hash !== null && (
            <IconButton
              icon={isCopied ? 'check' : 'copy'}
              size={18}
              label={isCopied ? words.copied : words.copyHash}
              onPress={() => copy(hash)}
            />
          )}
        </div>
      </div>
      <p className="chain-cards__lead text-caption">{lead}</p>
    </section>
  );
}
