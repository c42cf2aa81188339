// One wallet: its value by the formula of its product, and in won.
import { formatSignedMoney } from '@maru/client/format-amount';
import { WhyValue } from '../receipt/why-value.tsx';
import type { WalletFormula, WalletPart } from '../shell/member/wallet-value.ts';
import { useMoneyTexts } from '../shell/money-text.ts';
import { assetWords } from '../text/asset.ts';
import { useWords } from '../text/language.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import { useAssetName } from './asset-names.ts';
import type { Asset } from './assets.ts';

type AssetWords = (typeof assetWords)['ko'];

interface Props {
  readonly asset: Asset;
  readonly isHidden: boolean;
  readonly onExplain: (asset: Asset) => void;
}

export function AssetRow({ asset, isHidden, onExplain }: Props) {
  const words = useWords(assetWords);
  const nameOf = useAssetName([asset]);
  const textOf = useMoneyTexts();
  const { type, currency, figure, won, live } = asset;
  const { money, unit } = textOf(currency);
  const shown = isHidden ? words.hidden : money(figure).slice(0, -unit.length);
  return (
    <section className="asset__row" aria-label={nameOf(type)}>
      <div className="asset__wallet">
        <Tile shape="round">{currency.slice(0, 4)}</Tile>
        <span className="asset__name">
          <b>{nameOf(type)}</b>
          <span className="text-micro">{[live ? words.live : currency, ...apartTexts()].join(' · ')}</span>
        </span>
        <span className="asset__worth">
          <b className="figure">
            {live && !isHidden ? (
              <WhyValue label={words.explain(shown)} onPress={() => onExplain(asset)}>
                {shown}
              </WhyValue>
            ) : (
              shown
            )}
            <small>{unit}</small>
          </b>
          <span className="text-micro figure">{wonText()}</span>
        </span>
      </div>
      {live && <LiveParts live={live} currency={currency} isHidden={isHidden} />}
    </section>
  );

  function apartTexts(): readonly string[] {
    const written = (value: string) => (isHidden ? words.hidden : money(value).slice(0, -unit.length));
    return apartParts(asset, words).map(({ name, value }) => `${name} ${written(value)}`);
  }

  function wonText(): string {
    if (currency === 'KRW') return words.inWon;
    if (won === undefined) return words.noRate;
    return isHidden ? words.hidden : words.about(textOf('KRW').money(won));
  }
}

interface LiveProps {
  readonly live: WalletFormula;
  readonly currency: string;
  readonly isHidden: boolean;
}

function LiveParts({ live, currency, isHidden }: LiveProps) {
  const words = useWords(assetWords);
  const { money, unit } = useMoneyTexts()(currency);
  const textOf = ({ kind, value }: WalletPart) =>
    kind === 'plain' ? money(value).slice(0, -unit.length) : formatSignedMoney(value, currency).figure;
  return (
    <dl className="asset__parts">
      {inOrder(live.parts).map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd className={`figure ${part.kind === 'profit' && !isHidden ? directionOf(part.value) : ''}`}>
            {isHidden ? words.hidden : textOf(part)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What is in the figure and in no formula of a product. */
export const apartParts = ({ onHold, owed }: Asset, words: AssetWords): readonly WalletPart[] => [
  ...(onHold === undefined ? [] : [{ name: words.onHold, value: onHold, kind: 'plain' as const }]),
  ...(owed === undefined ? [] : [{ name: words.owed, value: owed, kind: 'signed' as const }]),
];

/** The profit in the middle; the formula below has its own order. */
const inOrder = ([first, ...others]: readonly WalletPart[]): readonly WalletPart[] =>
  first === undefined ? [] : [first, ...others.toSorted((one, other) => rankOf(one) - rankOf(other))];

const rankOf = ({ kind }: WalletPart): number => (kind === 'profit' ? 0 : 1);

const directionOf = (figure: string): string =>
  !/[1-9]/.test(figure) ? '' : figure.startsWith('-') ? 'asset__change--down' : 'asset__change--up';
