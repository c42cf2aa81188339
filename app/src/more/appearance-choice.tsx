// Theme, colours and the mode of trade screens, chosen by samples.
import type { ReactNode } from 'react';
import type { Mode, Theme, UpDown } from '../shell/device/preferences.ts';
import { useWords } from '../text/language.tsx';
import { modeWords } from '../text/mode.ts';
import { moreWords } from '../text/more.ts';
import './appearance-choice.css';

interface ChoiceProps<Value extends string> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface TilesProps<Value extends string> extends ChoiceProps<Value> {
  readonly label: string;
  readonly name: string;
  readonly tiles: readonly { readonly value: Value; readonly content: ReactNode }[];
}

/** Native radio buttons: arrows move, space chooses, one stop for the tab key. */
function Tiles<Value extends string>({ label, name, tiles, value, onChange }: TilesProps<Value>) {
  return (
    <fieldset className={`appearance-choice appearance-choice--${tiles.length}`}>
      <legend className="unseen">{label}</legend>
      {tiles.map((tile) => (
        <label key={tile.value} className="appearance-choice__tile">
          <input
            type="radio"
            className="appearance-choice__input"
            name={name}
            checked={tile.value === value}
            onChange={() => onChange(tile.value)}
          />
          {tile.content}
        </label>
      ))}
    </fieldset>
  );
}

export function ThemeChoice(props: ChoiceProps<Theme>) {
  const words = useWords(moreWords);
  return (
    <Tiles<Theme>
      {...props}
      label={words.theme}
      name="theme"
      tiles={[
        { value: 'dark', content: <Sample left="dark" right="dark" name={words.dark} /> },
        { value: 'light', content: <Sample left="light" right="light" name={words.light} /> },
        { value: 'device', content: <Sample left="dark" right="light" name={words.device} /> },
      ]}
    />
  );
}

interface SampleProps {
  readonly left: 'dark' | 'light';
  readonly right: 'dark' | 'light';
  readonly name: string;
}

const Sample = ({ left, right, name }: SampleProps) => (
  <>
    <svg viewBox="0 0 92 56" className="appearance-choice__sample" aria-hidden="true">
      <g className={`sample--${left}`}>
        <path className="sample__ground" d="M0 0h47v56H0z" />
        <path className="sample__up" d="M8 34l12-10 10 6 14-16" />
        <rect className="sample__bar" x="8" y="44" width="34" height="6" rx="3" />
      </g>
      <g className={`sample--${right}`}>
        <path className="sample__ground" d="M46 0h46v56H46z" />
        <path className="sample__down" d="M48 18l12 10 10-4 14 14" />
        <rect className="sample__bar sample__bar--faint" x="50" y="44" width="34" height="6" rx="3" />
      </g>
    </svg>
    {name}
  </>
);

export function ColourChoice(props: ChoiceProps<UpDown>) {
  const words = useWords(moreWords);
  const pair = (kind: UpDown, name: string) => (
    <span className={`colour-pair colour-pair--${kind}`}>
      <span className="colour-pair__words">
        <b className="colour-pair__up">
          <i aria-hidden="true">▲</i>
          {words.up}
        </b>
        <b className="colour-pair__down">
          <i aria-hidden="true">▼</i>
          {words.down}
        </b>
      </span>
      <span className="text-note">{name}</span>
    </span>
  );
  return (
    <Tiles<UpDown>
      {...props}
      label={words.updown}
      name="updown"
      tiles={[
        { value: 'global', content: pair('global', words.globalColours) },
        { value: 'kr', content: pair('kr', words.koreanColours) },
      ]}
    />
  );
}

export function ModeChoice(props: ChoiceProps<Mode>) {
  const words = useWords(modeWords);
  const tile = (value: Mode, lead: string) => ({
    value,
    content: (
      <span className="mode-choice">
        <b>{words[value]}</b>
        <span className="text-micro">{lead}</span>
      </span>
    ),
  });
  return (
    <>
      <Tiles<Mode>
        {...props}
        label={words.title}
        name="mode"
        tiles={[tile('simple', words.simpleLead), tile('pro', words.proLead)]}
      />
      <p className="mode-choice__wide text-micro">{words.wide}</p>
    </>
  );
}
