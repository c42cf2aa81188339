// The sliders of the stress test, and the moves that were saved.
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { words } from '../text/risk.ts';
import { toneOf } from './won.ts';

export interface Moves {
  readonly byInstrument: Readonly<Record<number, number>>;
  readonly won: number;
  readonly slippage: string;
  /** Minutes that the whole move takes. */
  readonly minutes: string;
  /** Percent by which a hundred million won of liquidations move the price further; 0 is off. */
  readonly impact: string;
}

export const NO_MOVES: Moves = { byInstrument: {}, won: 0, slippage: '0.15', minutes: '0', impact: '0' };
const USUAL_IMPACT = '0.1';

export interface MovedInstrument {
  readonly instrumentId: number;
  readonly name: string;
}

interface Props {
  readonly instruments: readonly MovedInstrument[];
  readonly moves: Moves;
  readonly onChange: (moves: Moves) => void;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly onSave: (() => void) | undefined;
}

export function StressMoves({ instruments, moves, onChange, isBusy, onRun, onSave }: Props) {
  const { byInstrument, won, slippage, minutes, impact } = moves;
  return (
    <Panel
      title={words.stress.moves}
      tools={
        <Button size="small" kind="quiet" onPress={() => onChange({ ...moves, byInstrument: {}, won: 0 })}>
          {words.stress.zero}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRun();
        }}
      >
        <div className="stress-moves">
          {instruments.map(({ instrumentId, name }) => (
            <Slider
              key={instrumentId}
              name={name}
              value={byInstrument[instrumentId] ?? 0}
              onChange={(value) =>
                onChange({ ...moves, byInstrument: { ...byInstrument, [instrumentId]: value } })
              }
            />
          ))}
          <Slider
            name={words.stress.won}
            value={won}
            onChange={(value) => onChange({ ...moves, won: value })}
          />
        </div>
        <Field
          label={words.stress.slippage}
          inputMode="decimal"
          maxLength={6}
          value={slippage}
          onChange={(value) => onChange({ ...moves, slippage: value.trim() })}
        />
        <Field
          label={words.stress.minutes}
          inputMode="numeric"
          maxLength={4}
          value={minutes}
          onChange={(value) => onChange({ ...moves, minutes: value.replace(/\D/g, '') })}
        />
        <label className="stress-impact">
          <span>{words.stress.impact}</span>
          <input
            type="checkbox"
            checked={impact !== '0'}
            onChange={({ target }) => onChange({ ...moves, impact: target.checked ? USUAL_IMPACT : '0' })}
          />
        </label>
        {impact !== '0' && (
          <Field
            label={words.stress.impactPercent}
            inputMode="decimal"
            maxLength={6}
            value={impact}
            onChange={(value) => onChange({ ...moves, impact: value.trim() })}
          />
        )}
        <div className="stress-actions">
          {onSave !== undefined && <Button onPress={onSave}>{words.stress.save}</Button>}
          <Button type="submit" kind="primary" busy={isBusy}>
            {words.stress.run}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Slider({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const text = value === 0 ? '0%' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}%`;
  return (
    <label className="stress-moves__row">
      <span>{name}</span>
      <input
        type="range"
        min={-20}
        max={20}
        step={0.5}
        value={value}
        aria-label={name}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output className={`figure tone--${toneOf(String(value))}`}>{text}</output>
    </label>
  );
}
