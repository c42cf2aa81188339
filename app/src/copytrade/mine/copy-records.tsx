// Leads that were missed, each with its reason in words and figures, and those that were filled beside the trader's price
// (picture 38). Of both a sheet computes the size again.
import { directionOf, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { Patches } from '@maru/client/live';
import { copyHistory } from '@maru/contract/copytrade/history';
import type { CopyRecord, WireFollow } from '@maru/contract/copytrade/wire';
import { lazy, Suspense, useState } from 'react';
import { readAgainOnCopies } from '../../futures/copied/use-my-copy.ts';
import { receiptPath } from '../../futures/history/receipt-path.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { WhyValue } from '../../receipt/why-value.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { countText, finePercent, profitText, shortTime } from '../figures.ts';
import type { Pairs } from '../use-pairs.ts';
import './copy-records.css';
import { reasonIcons, reasonText, recordQty } from './reason-text.ts';

const WhySizeSheet = lazy(async () => ({ default: (await import('./why-size-sheet.tsx')).WhySizeSheet }));

type Status = CopyRecord['status'];

interface Props {
  readonly follow: WireFollow;
  readonly pairs: Pairs;
}

/** A push of a copy says that there is a newer record: the first page is read again. */
const recordPatches: Patches<readonly CopyRecord[]> = { queue: { futures: readAgainOnCopies } };

export function CopyRecords({ follow, pairs }: Props) {
  const words = useWords(copytradeMineWords);
  const [status, setStatus] = useEntryState<Status>('records', 'MISSED');
  const [explained, setExplained] = useState<CopyRecord>();
  const query = { traderFollowerId: follow.traderFollowerId, statusStrs: status };
  const pages = usePages<CopyRecord, typeof copyHistory>(copyHistory, query, recordPatches);
  const instrument = explained && pairs.find(explained.futuresOptionId);
  return (
    <section className="copy-block" aria-labelledby="copy-records">
      <div className="copy-block__head">
        <h2 id="copy-records" className="text-heading">
          {words.records}
        </h2>
        <span className="text-micro">{words.recordsLead}</span>
      </div>
      <div className="copy-block__body">
        <Segmented<Status>
          label={words.records}
          size="small"
          value={status}
          options={[
            { value: 'MISSED', label: `${words.missed} ${countText(follow.missed)}` },
            { value: 'FILLED', label: `${words.filled} ${countText(follow.copied)}` },
          ]}
          onChange={setStatus}
        />
      </div>
      <PagedList
        pages={pages}
        skeleton={{ count: 3, height: 60 }}
        failedTitle={words.recordsFailed}
        saysEnd={false}
        empty={
          <p className="copy-record__none text-caption">
            {status === 'MISSED' ? words.noMissed : words.noFilled}
          </p>
        }
      >
        <ul aria-label={status === 'MISSED' ? words.missed : words.filled}>
          {pages.items.map((record) => (
            <li key={record.id} className="copy-record">
              {record.status === 'MISSED' ? (
                <MissedRow record={record} pairs={pairs} />
              ) : (
                <FilledRow record={record} pairs={pairs} onWhy={() => setExplained(record)} />
              )}
            </li>
          ))}
        </ul>
      </PagedList>
      <Suspense>
        {explained !== undefined && (
          <WhySizeSheet record={explained} instrument={instrument} onClose={() => setExplained(undefined)} />
        )}
      </Suspense>
    </section>
  );
}

interface RowProps {
  readonly record: CopyRecord;
  readonly pairs: Pairs;
}

function MissedRow({ record, pairs }: RowProps) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { title, line } = reasonText(record, words, pairs.find(record.futuresOptionId));
  return (
    <>
      <Tile size={32}>
        <Icon name={reasonIcons[record.reason ?? 'FAILED']} size={18} />
      </Tile>
      <span className="copy-record__words">
        <b>{title}</b> <small className="figure">{line}</small>
      </span>{' '}
      <span className="copy-record__end">
        <small className="copy-record__what figure">
          {displayName(record.stock)} {common.side[record.tradeType]}{' '}
          {record.kind === 'OPEN' ? words.opening : words.closing}
        </small>{' '}
        <small className="figure">{shortTime(record.atMillis)}</small>
      </span>
    </>
  );
}

function FilledRow({ record, pairs, onWhy }: RowProps & { readonly onWhy: () => void }) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const instrument = pairs.find(record.futuresOptionId);
  const precision = instrument?.precision ?? 2;
  const isOpen = record.kind === 'OPEN';
  const qty = recordQty(record, instrument);
  const name = displayName(record.stock);
  const head = `${name} ${common.side[record.tradeType]} ${isOpen ? words.opening : words.closing}`;
  return (
    <>
      <span className="copy-record__words">
        {record.futuresFillId === null ? (
          <b>{head}</b>
        ) : (
          <Link
            to={receiptPath(record.futuresFillId)}
            className="copy-record__link"
            aria-label={words.receiptOf(head)}
          >
            <b>{head}</b>
          </Link>
        )}{' '}
        <small className="figure">
          {formatPrice(record.price ?? undefined, precision)}
          {record.traderPrice !== null && ` · ${words.traderAt(formatPrice(record.traderPrice, precision))}`}
          {record.slippage !== null && ` · ${words.worse(finePercent(record.slippage))}`}
        </small>{' '}
        {!isOpen && <small>{words.causesOfClose[record.cause]}</small>}
      </span>{' '}
      <span className="copy-record__end">
        {record.sizing === null ? (
          <b className="figure">{qty}</b>
        ) : (
          <WhyValue label={words.whyOf(qty)} onPress={onWhy}>
            <b>{qty}</b>
          </WhyValue>
        )}{' '}
        {!isOpen && (
          <b className={`figure${toneClass(directionOf(record.net ?? undefined))}`}>
            {profitText(record.net ?? undefined)}
          </b>
        )}{' '}
        <small className="figure">{shortTime(record.atMillis)}</small>
      </span>
    </>
  );
}
