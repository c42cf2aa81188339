import { ORDER_COUNT_MOST, type Preferences, TPSL_MOST } from '../shell/device/preferences.ts';
import { useWords } from '../text/language.tsx';
import { moreWords } from '../text/more.ts';
import { Stepper } from '../ui/controls/stepper.tsx';
import { NumberField } from '../ui/fields/number-field.tsx';
import './order-habits.css';

interface Props {
  readonly preferences: Preferences;
  readonly onChange: (change: Partial<Preferences>) => void;
}

/** The four counts of the order form, and the ticks that new orders start with. */
export function OrderHabits({ preferences, onChange }: Props) {
  const words = useWords(moreWords);
  const { orderCnt, tpsl } = preferences;
  const setCount = (place: number, count: number | undefined) => {
    // An empty box is being edited: the old count stays until there is a new one.
    if (count === undefined || count < 1) return;
    const counts = orderCnt.map((each, index) => (index === place ? count : each));
    onChange({ orderCnt: counts as unknown as Preferences['orderCnt'] });
  };
  const ticks = (key: 'tp' | 'sl', name: string) => (
    <Stepper
      label={name}
      prefix={name}
      unit={words.tick}
      words={{ less: words.lessOf(name), more: words.moreOf(name) }}
      precision={0}
      min="1"
      max={String(TPSL_MOST)}
      step="1"
      value={String(tpsl[key])}
      onChange={(value) => {
        const count = Number(value);
        if (Number.isInteger(count) && count >= 1) onChange({ tpsl: { ...tpsl, [key]: count } });
      }}
    />
  );
  return (
    <>
      <p className="order-habits__words">
        {words.orderCounts}
        <span className="text-micro">{words.orderCountsLead}</span>
      </p>
      <div className="order-habits__counts">
        {orderCnt.map((count, place) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: the four places are fixed.
            key={place}
            label={words.orderCountOf(place + 1)}
            name={`count${place + 1}`}
            output="number"
            precision={0}
            min="1"
            max={String(ORDER_COUNT_MOST)}
            value={count}
            onChange={(next) => setCount(place, next)}
          />
        ))}
      </div>
      <p className="order-habits__words">
        {words.tpsl}
        <span className="text-micro">{words.tpslLead}</span>
      </p>
      <div className="order-habits__ticks">
        {ticks('tp', words.takeProfit)}
        {ticks('sl', words.stopLoss)}
      </div>
    </>
  );
}
