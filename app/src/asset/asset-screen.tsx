// All that the member owns, in won: total, line, shares, and each wallet by its formula.

import { formatRoe } from '@maru/client/format-amount';
import { formatDate } from '@maru/client/format-date';
import { type EquityPoint, walletEquity } from '@maru/contract/past/calls';
import { amount, divide, minus, toDecimal, toPlaces } from '@maru/engine/amount';
import { useState } from 'react';
import { EquityLine } from '../past/equity-line.tsx';
import { comparable } from '../past/line-shape.ts';
import { type Explanation, WhySheet } from '../receipt/why-sheet.tsx';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { type Answered, useAnswer } from '../shell/connection/use-answer.ts';
import { useDevice } from '../shell/device/device.tsx';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useMoneyText } from '../shell/money-text.ts';
import { usePlatform } from '../shell/platform.tsx';
import { Link } from '../shell/routing/router.tsx';
import { assetWords } from '../text/asset.ts';
import { useText, useWords } from '../text/language.tsx';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { IconName } from '../ui/icons/icons.ts';
import { Note } from '../ui/states/note.tsx';
import { Skeleton, SkeletonRows } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { AssetRow } from './asset-row.tsx';
import './asset-screen.css';
import { AssetShares } from './asset-shares.tsx';
import { type Asset, inOrder, isPartial, totalOf } from './assets.ts';
import { type Assets, useAssets } from './use-assets.ts';
import { useExplanations } from './use-explanations.ts';

const HIDDEN_KEY = 'hideAmounts';

const ACTIONS = [
  { key: 'deposit', icon: 'download', to: '/dnw' },
  { key: 'withdraw', icon: 'send', to: '/wallet/withdraw/USDT' },
  { key: 'convert', icon: 'flip', to: '/wallet/convert/USDT_BINARY' },
  { key: 'history', icon: 'history', to: '/wallet/dnw_history' },
] as const satisfies readonly { readonly key: string; readonly icon: IconName; readonly to: string }[];

export function AssetScreen() {
  const words = useWords(assetWords);
  const { storage } = useDevice();
  const [isHidden, setHidden] = useState(() => storage.getItem(HIDDEN_KEY) === '1');
  const known = useAssets();
  const equity = useAnswer(walletEquity, {});
  const [explained, setExplained] = useState<Explanation>();

  function hide(next: boolean) {
    setHidden(next);
    storage.setItem(HIDDEN_KEY, next ? '1' : '0');
  }

  return (
    <>
      <HeaderEnd>
        <IconButton
          icon={isHidden ? 'eye-shut' : 'eye'}
          label={isHidden ? words.show : words.hide}
          pressed={isHidden}
          onPress={() => hide(!isHidden)}
        />
      </HeaderEnd>
      <Content known={known} equity={equity} isHidden={isHidden} onExplain={setExplained} />
      <WhySheet explanation={explained} onClose={() => setExplained(undefined)} />
    </>
  );
}

interface ContentProps {
  readonly known: Assets;
  readonly equity: Answered<{ readonly points: readonly EquityPoint[] }>;
  readonly isHidden: boolean;
  readonly onExplain: (explanation: Explanation) => void;
}

function Content({ known, equity, isHidden, onExplain }: ContentProps) {
  const words = useWords(assetWords);
  const explain = useExplanations(known);
  const { state, assets, rates } = known;
  if (state === 'loading') return <AssetSkeleton />;
  if (state === 'failed') return <LoadFailed title={words.failed} onRetry={known.reload} />;
  if (assets.length === 0) return <StatePanel kind="empty" title={words.empty} sentence={words.emptyLead} />;
  const isStale = Object.values(rates).some((rate) => rate.isStale);
  const lacksSome = isPartial(assets);
  return (
    <div className="asset">
      <Total
        total={totalOf(assets)}
        lacksSome={lacksSome}
        isLoading={equity.state === 'loading'}
        points={equity.reply?.points ?? []}
        isHidden={isHidden}
        onExplain={() => onExplain(explain.total(assets))}
      />
      <Line equity={equity} total={totalOf(assets)} lacksSome={lacksSome} />
      <nav className="asset__actions" aria-label={words.actions}>
        {ACTIONS.map(({ key, icon, to }) => (
          <Link key={key} to={to} className="asset__action">
            <Icon name={icon} size={22} />
            {words[key]}
          </Link>
        ))}
      </nav>
      <AssetShares assets={assets} />
      <h2 className="asset__title">{words.held}</h2>
      {inOrder(assets).map((asset) => (
        <AssetRow
          key={asset.type}
          asset={asset}
          isHidden={isHidden}
          onExplain={(of: Asset) => onExplain(explain.wallet(of))}
        />
      ))}
      {(isStale || lacksSome) && (
        <div className="asset__note">
          <Note tone="warn">{isStale ? words.stale : words.partial}</Note>
        </div>
      )}
      <Link to="/wallet/solvency" className="asset__proof">
        <Icon name="lock" size={20} />
        <span className="asset__name">
          <b>{words.proof}</b>
          <span className="text-micro">{words.proofLead}</span>
        </span>
        <Icon name="chevron-right" size={18} weight={2} />
      </Link>
      <ul className="asset__formulas text-caption">
        {assets.flatMap(({ type, live }) => (live ? <li key={type}>{live.formula}</li> : []))}
        {assets.some(({ onHold }) => onHold !== undefined) && <li>{words.onHoldNote}</li>}
      </ul>
    </div>
  );
}

interface TotalProps {
  readonly total: string;
  readonly lacksSome: boolean;
  readonly isLoading: boolean;
  readonly points: readonly EquityPoint[];
  readonly isHidden: boolean;
  readonly onExplain: () => void;
}

function Total({ total, lacksSome, isLoading, points, isHidden, onExplain }: TotalProps) {
  const words = useWords(assetWords);
  const { money, signedFigure, unit } = useMoneyText('KRW');
  const figure = money(total).slice(0, -unit.length);
  // What lacks a wallet is no measure for what does not.
  const first = points.find(({ won, isPartial: isLess }) => won !== null && isLess === lacksSome)?.won;
  const change = first == null ? undefined : minus(amount(total), amount(first));
  const isUp = change !== undefined && change > 0n;
  const percent =
    first == null || amount(first) <= 0n || change === undefined
      ? undefined
      : // A loss of a few won is none in percent.
        toDecimal(toPlaces(divide(change * 10_000_000_000n, amount(first), 'half-even'), 2, 'half-even'));
  return (
    <section className="asset__total">
      <button type="button" className="asset__why text-lead" aria-haspopup="dialog" onClick={onExplain}>
        {words.total}
        <Icon name="info" size={16} />
      </button>
      <p className="asset__figure figure">
        {isHidden ? words.hidden : figure}
        <small>{unit}</small>
      </p>
      {isLoading && <Skeleton width={180} height={20} />}
      {change !== undefined && (
        <p className="asset__change text-lead">
          <span>{words.recent}</span>
          {!isHidden && <b className={changeClass(change, isUp)}>{signedFigure(toDecimal(change))}</b>}
          {percent !== undefined && <span className={changeClass(change, isUp)}>{formatRoe(percent)}</span>}
        </p>
      )}
    </section>
  );
}

const changeClass = (change: bigint, isUp: boolean): string =>
  change === 0n ? 'figure' : `figure asset__change--${isUp ? 'up' : 'down'}`;

interface LineProps extends Pick<ContentProps, 'equity'>, Pick<TotalProps, 'total' | 'lacksSome'> {}

function Line({ equity, total, lacksSome }: LineProps) {
  const words = useWords(assetWords);
  const { shell } = useText();
  const { clock } = usePlatform();
  if (equity.state === 'loading') return <LineSkeleton />;
  if (equity.reply === undefined)
    return (
      <div className="asset__line asset__line--failed text-caption">
        {words.lineFailed}
        <Button kind="tonal" size="small" onPress={equity.reload}>
          {shell.retry}
        </Button>
      </div>
    );
  const before = equity.reply.points.slice(0, -1);
  // The line ends with the figure above it.
  const points = comparable([...before, { atMillis: clock.now(), won: total, isPartial: lacksSome }]);
  const [first, last] = [points[0]!, points.at(-1)!];
  return (
    <Link to="/wallet/past" className="asset__line">
      <span className="unseen">{words.line(formatDate(first.atMillis), formatDate(last.atMillis))}</span>
      {hasLine(points) ? (
        <EquityLine points={points} />
      ) : (
        <span className="asset__noline text-caption">{words.noLine}</span>
      )}
      <span className="asset__machine text-caption">
        <Icon name="history" size={14} weight={2} />
        {words.machine}
        <Icon name="chevron-right" size={14} weight={2} />
      </span>
    </Link>
  );
}

/** A line needs two moments with a worth. */
function hasLine(points: readonly EquityPoint[]): boolean {
  const valued = points.filter(({ won }) => won !== null);
  return (valued[0]?.atMillis ?? 0) < (valued.at(-1)?.atMillis ?? 0);
}

/** As high as the line and the words below it: nothing moves when they come. */
const LineSkeleton = () => (
  <div className="asset__line" aria-hidden="true">
    <div className="asset__line-place">
      <Skeleton height={96} radius={12} />
    </div>
    <span className="asset__machine" />
  </div>
);

const AssetSkeleton = () => (
  <div className="asset" aria-hidden="true">
    <div className="asset__total">
      <Skeleton width={140} height={20} />
      <Skeleton width={260} height={40} radius={8} />
      <Skeleton width={180} height={18} />
    </div>
    <LineSkeleton />
    <SkeletonRows count={5} />
  </div>
);
