// The fairness board, readable without an account: how the platform does, and how it treats its members.
import { formatDecimal } from '@maru/client/format';
import { formatClock, formatDay } from '@maru/client/format-date';
import { fairnessBoard, type WireFairnessBoard } from '@maru/contract/fairness/calls';
import { solvencyRoots } from '@maru/contract/solvency/calls';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { Link } from '../shell/routing/router.tsx';
import { fairnessWords } from '../text/fairness.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Button, buttonClass, IconButton } from '../ui/buttons/button.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { Availability } from './availability.tsx';
import './fairness-screen.css';
import { IncidentList } from './incident-list.tsx';
import { useDownload } from './use-download.ts';
import { VoidedRounds } from './voided-rounds.tsx';

export function FairnessScreen() {
  const words = useWords(fairnessWords);
  const answer = useAnswer(fairnessBoard, {});
  const { download, isBusy, hasFailed } = useDownload();
  const board = answer.reply;
  return (
    <article className="fairness">
      <HeaderEnd>
        <IconButton icon="download" label={words.downloadShort} onPress={() => void download('json')} />
      </HeaderEnd>
      {board === undefined && answer.state !== 'failed' && (
        <div className="fairness__skeleton" role="status" aria-label={words.loading}>
          <Skeleton width={220} height={44} radius={12} />
          <Skeleton width="100%" height={28} radius={6} />
          <Skeleton width="100%" height={152} radius={16} />
        </div>
      )}
      {board === undefined && answer.state === 'failed' && (
        <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
      )}
      {board && (
        <>
          <Availability board={board} />
          <Winners board={board} />
          <Take board={board} />
          <Equal board={board} />
          <VoidedRounds board={board} />
          <IncidentList incidents={board.incidents} />
        </>
      )}
      <Root />
      <div className="fairness__action">
        {hasFailed && (
          <p className="fairness__note fairness__note--failed text-caption" role="alert">
            {words.downloadFailed}
          </p>
        )}
        <Button icon="download" busy={isBusy} onPress={() => void download('json')}>
          {words.download}
        </Button>
        <div className="fairness__ways">
          <Button kind="tonal" size="medium" disabled={isBusy} onPress={() => void download('csv')}>
            {words.downloadTable}
          </Button>
          <Link className={buttonClass({ kind: 'tonal', size: 'medium' })} to="/status">
            {words.toStatus}
          </Link>
        </div>
      </div>
    </article>
  );
}

interface OfBoard {
  readonly board: WireFairnessBoard;
}

function Winners({ board }: OfBoard) {
  const { language } = useLanguage();
  const words = useWords(fairnessWords);
  const known = board.products.filter(({ winningShare }) => winningShare !== null);
  const mostLost = known.length > 0 && known.every(({ winningShare }) => Number(winningShare) < 50);
  return (
    <section className="fairness__block">
      <div className="fairness__head">
        <h2>{words.winners}</h2>
        <span className="fairness__aside">{words.winnersSpan}</span>
      </div>
      <dl className="fairness__bars">
        {board.products.map(({ product, nameKo, nameEn, winningShare }) => (
          <div key={product}>
            <dt>{language === 'ko' ? nameKo : nameEn}</dt>
            <dd className="figure">{winningShare === null ? words.none : `${oneDecimal(winningShare)}%`}</dd>
            <span className="fairness__bar" aria-hidden="true">
              <i style={{ inlineSize: `${winningShare ?? 0}%` }} />
              <em />
            </span>
          </div>
        ))}
      </dl>
      <p className="fairness__note text-caption">
        {known.length < board.products.length && `${words.few(board.leastAccounts)} `}
        {mostLost ? words.lostMore : words.wonMore}
        {board.isPractice && ` ${words.practiceLead}`}
      </p>
    </section>
  );
}

const oneDecimal = (share: string): string => Number(share).toFixed(1);

function Take({ board }: OfBoard) {
  const { language } = useLanguage();
  const words = useWords(fairnessWords);
  return (
    <section className="fairness__block">
      <h2>{words.take}</h2>
      <div className="fairness__card">
        <KeyValueList framed>
          {board.products.map(({ product, nameKo, nameEn, takesStakes, ...took }) => (
            <KeyValue
              key={product}
              strong
              name={
                <>
                  {language === 'ko' ? nameKo : nameEn}{' '}
                  <small>
                    {took.promisedShare !== null
                      ? words.promised(took.promisedShare)
                      : takesStakes
                        ? words.ofStakes
                        : words.fee}
                  </small>
                </>
              }
            >
              {took.takenPerContract !== null
                ? words.perContract(formatDecimal(took.takenPerContract))
                : took.takenShare === null
                  ? words.none
                  : `${took.takenShare}%`}
            </KeyValue>
          ))}
        </KeyValueList>
      </div>
    </section>
  );
}

/** The bars say how much of a second, and how much of an hour. */
const SECOND_MS = 1_000;
const HOUR_MINUTES = 60;

function Equal({ board: { refusedShare, fill, payout } }: OfBoard) {
  const words = useWords(fairnessWords);
  const share = (text: string | null) => (text === null ? words.none : `${text}%`);
  const ms = (value: number | null) => (value === null ? words.none : words.ms(value));
  const time = (minutes: number | null) => {
    if (minutes === null) return words.none;
    return minutes <= 120 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60);
  };
  return (
    <section className="fairness__block">
      <h2>{words.equal}</h2>
      <div className="fairness__two">
        <div>
          <small className="fairness__up">▲ {words.refusedUp}</small>
          <b className="figure">{share(refusedShare.UP)}</b>
        </div>
        <div>
          <small className="fairness__down">▼ {words.refusedDown}</small>
          <b className="figure">{share(refusedShare.DOWN)}</b>
        </div>
      </div>
      <Measure
        name={words.fill}
        value={ms(fill.medianMs)}
        part={(fill.medianMs ?? 0) / SECOND_MS}
        more={`${words.slowest} ${ms(fill.p99Ms)}`}
      />
      <Measure
        name={words.payout}
        value={time(payout.medianMinutes)}
        part={(payout.medianMinutes ?? 0) / HOUR_MINUTES}
        more={`${words.within(time(payout.p95Minutes))} · ${words.rejected} ${share(payout.rejectedShare)}`}
      />
    </section>
  );
}

function Measure({
  name,
  value,
  part,
  more,
}: {
  readonly name: string;
  readonly value: string;
  readonly part: number;
  readonly more: string;
}) {
  return (
    <div className="fairness__measure">
      <div className="fairness__head">
        <span>{name}</span>
        <b className="figure">{value}</b>
      </div>
      <span className="fairness__bar fairness__bar--thin" aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(1, part) * 100}%` }} />
      </span>
      <small>{more}</small>
    </div>
  );
}

/** The newest root of all balances, as everybody is shown it. */
function Root() {
  const words = useWords(fairnessWords);
  const { language } = useLanguage();
  const { reply } = useAnswer(solvencyRoots, {});
  const newest = reply?.roots[0];
  return (
    <section className="fairness__block">
      {newest && (
        <div className="fairness__root">
          <Icon name="shield" size={22} />
          <span>
            <small>
              {words.rootOf(`${formatDay(newest.madeMillis, language)} ${formatClock(newest.madeMillis)}`)}
            </small>
            <HashText value={newest.root} ends={[4, 2]} />
          </span>
        </div>
      )}
      <p className="fairness__note text-caption">{words.sameRecord}</p>
    </section>
  );
}
