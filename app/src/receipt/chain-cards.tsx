// The recorded minutes that contain the prices, each with the hash of the one before it.
import { formatClock } from '@maru/client/format-date';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import './chain-cards.css';
import { ReceiptSection } from './receipt-page.tsx';
import { useCopy } from './use-copy.ts';

export interface Minute {
  readonly minuteMillis: number;
  readonly hash: string | null;
  readonly previousHash: string | null;
}

interface Props {
  readonly minute: Minute;
  /** All minutes of the record are sealed. */
  readonly isComplete: boolean;
  readonly lead: string;
}

export function MinuteCards({ minute, isComplete, lead }: Props) {
  const words = useWords(receiptWords);
  const isPractice = useWatched(usePlatform().site)?.moneyMode === 'PRACTICE';
  const { isCopied, copy } = useCopy();
  const { hash, previousHash } = minute;
  const gone = isComplete ? words.chainGone : words.chainNotYet;
  return (
    <ReceiptSection
      title={words.chain}
      mark={isPractice && <span className="chain-cards__practice">{words.practice}</span>}
    >
      <div className="chain-cards">
        <div className="chain-cards__card">
          <Icon name="document" size={22} />
          <span className="chain-cards__words text-stack text-note">
            <small className="text-micro">{words.previousMinute}</small>
            {previousHash === null ? <span>{gone}</span> : <HashText value={previousHash} />}
          </span>
        </div>
        <div className="chain-cards__card chain-cards__card--this">
          <Icon name="shield" size={22} />
          <span className="chain-cards__words text-stack text-note">
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
    </ReceiptSection>
  );
}
