// The differences between the games, one line each, with a sketch: when the price that counts is taken.
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import type { Family } from '@maru/engine/rounds/round';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { lengthsLabel } from './game-label.ts';
import './game-rules.css';
import { byFamily, typesIn } from './offer-groups.ts';
import { percentOf } from './percent.ts';

export function GameRules({ offers }: { readonly offers: readonly WireBinaryOption[] }) {
  const words = useWords(binaryWords);
  return (
    <ul className="game-rules" aria-label={words.gameRules}>
      {byFamily(offers).map((group) => (
        <li key={group.family} className="game-rules__row">
          <Sketch family={group.family} />
          <span className="game-rules__words text-stack">
            <b>
              {words.families[group.family]} {lengthsLabel(typesIn(group.offers), words)}
            </b>
            <small className="text-micro">{words.familyRules[group.family]}</small>
          </span>
          <span className="game-rules__rate">
            <b className="figure">{ratesOf(group.offers) ?? words.odds}</b>
            <small className="text-micro">{group.family === 'BALL' ? words.eachPick : words.profit}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `87%`, or `85–87%` where they differ; undefined where every market has its own odds. */
function ratesOf(offers: readonly Pick<WireBinaryOption, 'rate'>[]): string | undefined {
  const rates = offers.flatMap(({ rate }) => rate ?? []).toSorted((a, b) => Number(a) - Number(b));
  const [least, most] = [rates[0], rates.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  return least === most ? percentOf(most) : `${percentOf(least).replace('%', '')}–${percentOf(most)}`;
}

const PRICE = 'M2 30L7 23L11 27L16 16L20 22L24 19.5';
const BALLS = [12, 32, 52] as const;

/** The price up to now, and the round that decides: after now, or from now on. */
function Sketch({ family }: { readonly family: Family }) {
  return (
    <svg className="game-rules__sketch" viewBox="0 0 64 40" width="64" height="40" aria-hidden="true">
      <path className="game-rules__floor" d="M0 39.5H64" />
      {family === 'BALL' ? (
        BALLS.map((x) => <circle key={x} className="game-rules__ball" cx={x} cy="24" r="8" />)
      ) : (
        <>
          {family === 'RENT' ? (
            <>
              <rect className="game-rules__round" x="38" y="4" width="22" height="35" />
              <path className="game-rules__edge" d="M38.5 4V39" />
              <path className="game-rules__later" d="M24 19.5L29 23L33 14L38 12" />
              <path className="game-rules__base" d="M38 12.5H60" />
            </>
          ) : (
            <>
              <rect className="game-rules__round" x="24" y="4" width="36" height="35" />
              <path className="game-rules__base" d="M24 19.5H60" />
            </>
          )}
          <path className="game-rules__edge" d="M60.5 4V39" />
          <path className="game-rules__price" d={PRICE} />
          <circle className="game-rules__now" cx="24" cy="19.5" r="3.5" />
        </>
      )}
    </svg>
  );
}
