// Traders who can be followed (picture 12): a return never without its drawdown, and first those whose followers earned
// most. Everybody sees it; members have the card of their own follow above it.
import { TRADER_SORTS, type TraderSort, traderList } from '@maru/contract/copytrade/traders';
import type { TraderCard } from '@maru/contract/copytrade/wire';
import { useDeferredValue, useState } from 'react';
import { PastWay, TradingWay } from '../../futures/copied/own-ways.tsx';
import { ownTradingOf, useMyFollows, useMyTrader } from '../../futures/copied/use-my-copy.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton, textLinkClass } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { shortTime } from '../figures.ts';
import { TradersSkeleton } from '../person-skeleton.tsx';
import { usePairs } from '../use-pairs.ts';
import { useRankedPages } from '../use-ranked-pages.ts';
import './copy-list-screen.css';
import { MyFollowCard } from './my-follow-card.tsx';
import { TraderRow } from './trader-row.tsx';

const SHOWN_SORTS: readonly TraderSort[] = TRADER_SORTS;
const keyOf = ({ traderId }: TraderCard): number => traderId;

/** Figures are as old as the oldest of those that are shown. */
const oldestOf = (traders: readonly TraderCard[]): number | undefined => {
  const known = traders.flatMap(({ statistics: { asOfMillis } }) => asOfMillis ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
};

export function CopyListScreen() {
  const words = useWords(copytradeWords);
  const [sort, setSort] = useEntryState<TraderSort>('sort', 'FOLLOWER_PROFIT');
  const [isHideFull, setHideFull] = useEntryState('hideFull', false);
  const [name, setName] = useEntryState('name', '');
  const [isSearching, setSearching] = useState(name !== '');
  const wanted = useDeferredValue(name.trim());
  const query = { sort, isHideFull: String(isHideFull), ...(wanted === '' ? undefined : { name: wanted }) };
  const pages = useRankedPages<TraderCard, typeof traderList>(traderList, query, keyOf);
  const member = useWatched(usePlatform().member);
  const follows = useMyFollows();
  const { current } = follows;
  const { reply: mine } = useMyTrader();
  const trading = mine && ownTradingOf(mine);
  const pairs = usePairs();
  const oldest = oldestOf(pages.items);
  const isFiltered = wanted !== '' || isHideFull;
  return (
    <div className="copy-list">
      <HeaderEnd>
        <IconButton
          icon="search"
          size={22}
          label={words.search}
          expanded={isSearching}
          onPress={() => {
            setSearching(!isSearching);
            setName('');
          }}
        />
      </HeaderEnd>
      {isSearching && (
        <div className="copy-list__search">
          <SearchField
            label={words.searchLabel}
            placeholder={words.searchLabel}
            value={name}
            words={{ clear: words.searchClear }}
            autoFocus
            onChange={setName}
          />
        </div>
      )}
      {current !== undefined && <MyFollowCard follow={current} />}
      {trading !== undefined && <TradingWay state={trading} />}
      <PastWay {...follows} />
      <div className="copy-list__sorts">
        <ChipRow label={words.sort} gutter>
          {SHOWN_SORTS.map((each) => (
            <Chip key={each} pressed={each === sort} onPress={() => setSort(each)}>
              {words.sorts[each]}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <div className="copy-list__line">
        <span className="text-micro figure">{oldest !== undefined && words.asOf(shortTime(oldest))}</span>
        <span className="copy-list__hide text-note">
          <span aria-hidden="true">{words.hideFull}</span>
          <Switch label={words.hideFullLabel} checked={isHideFull} onChange={setHideFull} />
        </span>
      </div>
      {pages.state === 'loading' ? (
        <TradersSkeleton />
      ) : (
        <PagedList
          pages={pages}
          skeleton={{ count: 5, height: 72 }}
          failedTitle={words.listFailed}
          saysEnd={false}
          empty={
            <StatePanel
              kind="empty"
              title={isFiltered ? words.noneFound : words.none}
              sentence={isFiltered ? words.noneFoundLead : words.noneLead}
              action={
                isFiltered
                  ? {
                      label: words.showAll,
                      onPress: () => {
                        setName('');
                        setHideFull(false);
                      },
                    }
                  : undefined
              }
            />
          }
        >
          <ul aria-label={words.traders}>
            {pages.items.map((trader) => (
              <li key={trader.traderId}>
                <TraderRow
                  trader={trader}
                  pairs={pairs}
                  isMine={trader.traderId === current?.traderId}
                  isSelf={trader.traderId === member?.id}
                />
              </li>
            ))}
          </ul>
        </PagedList>
      )}
      <p className="copy-list__note text-caption">{words.pastNote}</p>
      {mine !== undefined && trading === undefined && current === undefined && member?.role !== 'PARTNER' && (
        <p className="copy-list__way">
          <Link to="/copytrade/trading" className={textLinkClass}>
            {words.becomeTrader}
          </Link>
        </p>
      )}
    </div>
  );
}
