// The status page, readable without an account: whether the platform is up, how fresh prices are, and what went wrong.
import { platformStatus, type WirePlatformStatus } from '@maru/contract/fairness/calls';
import { SECOND_MS } from '@maru/engine/time';
import { useEvery } from '../market/prices/use-every.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { Link } from '../shell/routing/router.tsx';
import { fairnessWords } from '../text/fairness.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { Availability } from './availability.tsx';
import './fairness-screen.css';
import './status-screen.css';
import { IncidentList } from './incident-list.tsx';

const AGAIN_MS = 15 * SECOND_MS;

export function StatusScreen() {
  const words = useWords(fairnessWords);
  const answer = useAnswer(platformStatus, {});
  useEvery(AGAIN_MS, answer.reload);
  const status = answer.reply;
  return (
    <article className="fairness">
      {status === undefined && answer.state !== 'failed' && (
        <div className="fairness__skeleton" role="status" aria-label={words.statusLoading}>
          <Skeleton width={220} height={44} radius={12} />
          <Skeleton width="100%" height={28} radius={6} />
          <Skeleton width="100%" height={152} radius={16} />
        </div>
      )}
      {status === undefined && answer.state === 'failed' && (
        <LoadFailed title={words.statusFailed} message={answer.message} onRetry={answer.reload} />
      )}
      {status && (
        <>
          <Availability board={status} />
          <Parts parts={status.parts} />
          <IncidentList incidents={status.incidents} isDetailed />
          <Feeds feeds={status.feeds} />
        </>
      )}
      <div className="fairness__block">
        <Link className="fairness__other" to="/fairness">
          <Icon name="shield" size={20} />
          {words.toFairness}
          <Icon name="chevron-right" size={16} />
        </Link>
      </div>
    </article>
  );
}

function Parts({ parts }: Pick<WirePlatformStatus, 'parts'>) {
  const words = useWords(fairnessWords);
  return (
    <section className="fairness__block">
      <h2>{words.partsNow}</h2>
      <div className="fairness__card">
        <KeyValueList framed>
          {parts.map(({ part, state }) => (
            <KeyValue key={part} strong name={words.parts[part]}>
              <span className={`fairness__part--${state.toLowerCase()}`}>{words.partStates[state]}</span>
            </KeyValue>
          ))}
        </KeyValueList>
      </div>
    </section>
  );
}

/** What is wrong first; what is closed last. */
const ORDER = { DOWN: 0, LIMITED: 1, GOOD: 2, CLOSED: 3 } as const;

function Feeds({ feeds }: Pick<WirePlatformStatus, 'feeds'>) {
  const words = useWords(fairnessWords);
  const { language } = useLanguage();
  const late = feeds.filter(({ state }) => state === 'DOWN' || state === 'LIMITED').length;
  return (
    <section className="fairness__block">
      <div className="fairness__head">
        <h2>{words.feeds}</h2>
        <span className="fairness__aside figure">
          {words.feedsOf(feeds.filter(({ state }) => state !== 'CLOSED').length, late)}
        </span>
      </div>
      <ul className="fairness__feeds">
        {feeds
          .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
          .map(({ stock, koName, enName, state, ageMillis }) => (
            <li key={stock} className="fairness__feed">
              <span>{language === 'ko' ? koName : enName}</span>
              <small className={`figure fairness__age fairness__part--${state.toLowerCase()}`}>
                {state === 'CLOSED'
                  ? words.closed
                  : ageMillis === null
                    ? words.noPrice
                    : words.ago((ageMillis / SECOND_MS).toFixed(1))}
              </small>
            </li>
          ))}
      </ul>
    </section>
  );
}
