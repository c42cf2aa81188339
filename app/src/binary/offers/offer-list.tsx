// The offers grouped by stock, each game a cell with its rate, under the rules of the games (picture 04e). Used by the
// sheet and by the first page.

import { readableCode } from '@maru/client/format';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { useState } from 'react';
import { type Group, tradingState } from '../../market/instruments/instrument-order.ts';
import { monogramOf, nameOf, stateBadge } from '../../market/instruments/instrument-words.ts';
import { useRestAlert } from '../../market/listing/rest-alert.tsx';
import { LiveChange, LivePrice, usePacedQuote } from '../../market/prices/live-price.tsx';
import { rowPaceOf } from '../../market/prices/paced-quote.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useDevice } from '../../shell/device/device.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { familyLabel, gameLabel, lengthLabel } from './game-label.ts';
import { GameRules } from './game-rules.tsx';
import { lastUsed, recentOffers } from './last-offers.ts';
import { byFamily, groupsByStock, kindsIn, type StockGroup } from './offer-groups.ts';
import './offer-list.css';
import { percentOf } from './percent.ts';
import { useOffers } from './use-offers.ts';

interface Props {
  readonly current?: WireBinaryOption | undefined;
  readonly onChoose: (offer: WireBinaryOption) => void;
}

export function OfferList({ current, onChoose }: Props) {
  const words = useWords(binaryWords);
  const { state, reply, message, reload } = useOffers();
  const device = useDevice();
  const { showRest, alert } = useRestAlert();
  const [chosenKind, setKind] = useState<Group | 'all'>();
  const [recent] = useState(() => recentOffers(device));
  if (state === 'failed') return <LoadFailed title={words.listFailed} message={message} onRetry={reload} />;
  if (state === 'loading') return <SkeletonRows count={6} height={72} />;
  if (reply.length === 0)
    return <StatePanel kind="empty" title={words.listEmpty} sentence={words.listEmptyLead} />;

  const groups = groupsByStock(reply);
  const kinds = kindsIn(groups);
  // A trader who changes the offer sees its group first, one who arrives from another page sees all groups.
  const kind = chosenKind ?? groups.find(({ stock }) => stock === current?.stock)?.kind ?? 'all';
  const shown = groups.filter((group) => kind === 'all' || group.kind === kind);
  return (
    <div className="offer-list">
      {kinds.length > 1 && (
        <div className="offer-list__kinds">
          <ChipRow label={words.kindFilter} gutter>
            {(['all', ...kinds] as const).map((each) => (
              <Chip key={each} pressed={each === kind} onPress={() => setKind(each)}>
                {each === 'all' ? words.allKinds : words.kinds[each]}
              </Chip>
            ))}
          </ChipRow>
        </div>
      )}
      <GameRules offers={shown.flatMap(({ offers }) => offers)} />
      <ul>
        {shown.map((group) => (
          <li key={group.stock} className="offer-list__group">
            <StockGames
              group={group}
              currentId={current?.id}
              recent={recent}
              onChoose={(offer) => {
                if (tradingState(offer) === 'rest') showRest(offer);
                else onChoose(offer);
              }}
            />
          </li>
        ))}
      </ul>
      {alert}
    </div>
  );
}

interface GamesProps {
  readonly group: StockGroup;
  readonly currentId: number | undefined;
  readonly recent: readonly number[];
  readonly onChoose: (offer: WireBinaryOption) => void;
}

function StockGames({ group, currentId, recent, onChoose }: GamesProps) {
  const words = useWords(binaryWords);
  const marketText = useWords(marketWords);
  const { language } = useLanguage();
  const first = group.offers[0]!;
  const last = lastUsed(group.offers, recent) ?? first;
  const name = nameOf(first, language);
  const resting = first.isOpen === 0;
  const badge = stateBadge(tradingState(first), marketText);
  const paced = usePacedQuote(group.stock, rowPaceOf(group.stock));
  const shape = first.kind === 'CRYPTO' || first.kind === 'FOREX' ? 'round' : 'square';
  return (
    <>
      <button
        type="button"
        className={
          resting
            ? 'offer-list__stock text-strong offer-list__stock--resting'
            : 'offer-list__stock text-strong'
        }
        onClick={() => onChoose(last)}
      >
        <Tile size={32} shape={shape}>
          {monogramOf(first, language)}
        </Tile>
        <span className="offer-list__names">
          <b className="offer-list__name">{name}</b>
          <small className="offer-list__code text-micro figure">{readableCode(group.stock)}</small>
        </span>
        {badge && <Badge>{badge}</Badge>}
        <span className="offer-list__price figure">
          <LivePrice paced={paced} precision={first.precision} />
        </span>
        <span className="offer-list__change figure">
          <LiveChange paced={paced} resting={resting} />
        </span>
        <span className="unseen">{words.openLast(gameLabel(last.type, words))}</span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and its own layout rules. */}
      <div className="offer-list__games" role="group" aria-label={words.gamesOf(name)}>
        {byFamily(group.offers).map(({ family, offers }) => (
          <div key={family} className="offer-list__family">
            <span className="text-micro">{words.families[family]}</span>
            <div className="offer-list__cells">
              {offers.map((offer) => (
                <GameCell
                  key={offer.id}
                  offer={offer}
                  name={name}
                  isCurrent={offer.id === currentId}
                  onPress={() => onChoose(offer)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

interface CellProps {
  readonly offer: WireBinaryOption;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

function GameCell({ offer: { type, rate }, name, isCurrent, onPress }: CellProps) {
  const words = useWords(binaryWords);
  const family = familyLabel(type, words);
  return (
    <button type="button" className="offer-list__cell" aria-pressed={isCurrent} onClick={onPress}>
      {/* Visible beside the cells; for screen readers it is part of each cell. */}
      <span className="unseen">{family === undefined ? name : `${name} ${family}`} </span>
      <b>{lengthLabel(type, words)}</b>{' '}
      {rate === null ? (
        <small>{words.drawn}</small>
      ) : (
        <small className="figure">
          <span className="unseen">{words.profit} </span>
          {percentOf(rate)}
        </small>
      )}
    </button>
  );
}
