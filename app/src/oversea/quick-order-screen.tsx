// The quick-order list: what the wallet is worth, and every overseas instrument with its price (spec 2, `/oversea`).
import type { WireOverseaOption } from '@maru/contract/market';
import { type ReactNode, useId, useMemo, useState } from 'react';
import {
  type Group,
  groupOf,
  groupsIn,
  type Instrument,
  SORTS,
  type Sort,
  sectionsOf,
  sorted,
} from '../market/instrument-order.ts';
import { InstrumentRow } from '../market/instrument-row.tsx';
import { useRestAlert } from '../market/rest-alert.tsx';
import { useOverseaOptions } from '../market/use-oversea-options.ts';
import { useSparks } from '../market/use-sparks.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useText } from '../text/language.tsx';
import { Chip, ChipRow } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuSheet } from '../ui/menu-sheet.tsx';
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { Equity, GuestHead } from './equity.tsx';
import './quick-order-screen.css';
import { useRowWords } from './quick-order-rows.ts';

export function QuickOrderScreen() {
  const text = useText();
  const isGuest = useWatched(usePlatform().member) === undefined;
  const { state, reply, message, reload } = useOverseaOptions();
  return (
    <div className="quick-order" aria-busy={state === 'loading'}>
      <h1 className="unseen">{text.market.searchOversea}</h1>
      {isGuest ? <GuestHead /> : <Equity />}
      {state === 'loading' && <Bones />}
      {state === 'failed' && (
        <StatePanel
          kind="error"
          title={text.market.marketFailed}
          sentence={message}
          action={{ label: text.shell.retry, onPress: reload }}
        />
      )}
      {state === 'ready' && reply.length === 0 && (
        <StatePanel
          kind="empty"
          title={text.market.marketEmpty}
          sentence={text.market.marketEmptyLead}
          action={{ label: text.shell.retry, onPress: reload }}
        />
      )}
      {state === 'ready' && reply.length > 0 && <Instruments instruments={reply} isGuest={isGuest} />}
    </div>
  );
}

const BONE_CHIPS = [54, 55, 68, 56, 57];

function Bones() {
  const text = useText();
  return (
    <div role="status" aria-label={text.shell.loading}>
      <div className="quick-order__bone-chips">
        {BONE_CHIPS.map((width) => (
          <Skeleton key={width} width={width} height={36} radius={18} />
        ))}
      </div>
      <SkeletonRows count={8} spark />
    </div>
  );
}

interface ListProps {
  readonly instruments: readonly WireOverseaOption[];
  readonly isGuest: boolean;
}

function Instruments({ instruments, isGuest }: ListProps) {
  const text = useText();
  const { prices } = usePlatform();
  const [group, setGroup] = useState<Group>();
  const [sort, setSort] = useState<Sort>('usual');
  const [isSorting, setSorting] = useState(false);
  const { say, alert } = useRestAlert();
  const groups = useMemo(() => groupsIn(instruments), [instruments]);
  const closesOf = useSparks(useMemo(() => instruments.map(({ stock }) => stock), [instruments]));
  const sections = useMemo(() => {
    const chosen = instruments.filter((each) => group === undefined || groupOf(each) === group);
    return sectionsOf(sorted(chosen, sort, (stock) => prices.of(stock)?.priceChangePercent));
  }, [instruments, group, sort, prices]);
  const base = isGuest ? '/overseaView' : '/oversea';
  const sortButton = (
    <button
      type="button"
      className="quick-order__sort"
      aria-haspopup="dialog"
      onClick={() => setSorting(true)}
    >
      {text.oversea[sort]}
      <Icon name="sort" size={14} weight={2} />
    </button>
  );
  const list = { closesOf, base, onRest: say };

  return (
    <>
      <ChipRow label={text.oversea.filter} gutter>
        <Chip pressed={group === undefined} onPress={() => setGroup(undefined)}>
          {text.oversea.all}
        </Chip>
        {groups.map((each) => (
          <Chip key={each} pressed={group === each} onPress={() => setGroup(each)}>
            {text.oversea[each]}
          </Chip>
        ))}
      </ChipRow>
      <div className="quick-order__sections">
        <Section {...list} title={text.market.wonSection} instruments={sections.won} end={sortButton} />
        <Section
          {...list}
          title={text.market.foreignSection}
          instruments={sections.foreign}
          end={sections.won.length === 0 ? sortButton : undefined}
        />
      </div>
      <MenuSheet
        open={isSorting}
        onClose={() => setSorting(false)}
        title={text.oversea.sort}
        closeLabel={text.market.close}
        choices={SORTS.map((key) => ({ key, label: text.oversea[key] }))}
        current={sort}
        onChoose={(key) => {
          setSort(key);
          setSorting(false);
        }}
      />
      {alert}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly instruments: readonly WireOverseaOption[];
  readonly closesOf: (stock: string) => readonly number[];
  readonly base: string;
  readonly onRest: (instrument: Instrument) => void;
  readonly end?: ReactNode;
}

function Section({ title, instruments, closesOf, base, onRest, end }: SectionProps) {
  const id = useId();
  const wordsOf = useRowWords();
  if (instruments.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="quick-order__head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      <ul aria-labelledby={id}>
        {instruments.map((instrument) => (
          <li key={instrument.stock}>
            <InstrumentRow
              instrument={instrument}
              closes={closesOf(instrument.stock)}
              to={`${base}/${instrument.id}`}
              onRest={onRest}
              {...wordsOf(instrument)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
