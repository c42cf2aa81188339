import { assetWords } from '../text/asset.ts';
import { useWords } from '../text/language.tsx';
import { useAssetName } from './asset-names.ts';
import { type Asset, derivativesIn, sharesOf } from './assets.ts';
import { Donut } from './donut.tsx';

const percent = (permille: number): string => `${(permille / 10).toFixed(1)}%`;

/** Nothing where nothing is owned. */
export function AssetShares({ assets }: { readonly assets: readonly Asset[] }) {
  const words = useWords(assetWords);
  const nameOf = useAssetName(assets);
  const shares = sharesOf(assets);
  if (shares.length === 0) return null;
  const named = shares.map(({ type, permille }) => ({ name: nameOf(type), share: percent(permille) }));
  return (
    <>
      <h2 className="asset__title">{words.shares}</h2>
      <section className="asset__shares">
        <Donut
          shares={shares.map(({ permille }) => permille)}
          label={words.sharesOf(named.map(({ name, share }) => `${name} ${share}`).join(', '))}
        >
          <span className="text-micro">{words.derivatives}</span>
          <b className="asset__middle figure">{percent(derivativesIn(shares, assets))}</b>
        </Donut>
        <ul className="asset__legend">
          {named.map(({ name, share }, index) => (
            <li key={name}>
              <i className={`asset__swatch asset__swatch--${index + 1}`} aria-hidden="true" />
              <span className="asset__legend-name">{name}</span>
              <b className="figure">{share}</b>
            </li>
          ))}
        </ul>
      </section>
      <hr className="asset__gap" />
    </>
  );
}
