// Leverage and margin type of an instrument (design 06d): what they mean, and why a change is not possible.
import { formatDecimal, formatPrice } from '@maru/client/format';
import { setFuturesLeverage, setFuturesMarginType } from '@maru/contract/futures/calls';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { refusalText } from '@maru/contract/refusals';
import { toDecimal } from '@maru/engine/amount';
import type { MarginType } from '@maru/engine/futures/terms';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresLeverageWords } from '../../text/futures-leverage.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Slider } from '../../ui/controls/slider.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { type LeverageSetting, leverageSetting } from '../account/leverage-setting.ts';
import { walletCurrency } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { type EngineSurroundings, liquidationNow } from '../account/use-surroundings.ts';
import { largest, preview } from '../order-form/order-preview.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { usePositionAround } from '../position/use-position-around.ts';
import { changeFault, largestPosition } from './leverage-change.ts';
import './leverage-sheet.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireFuturesOption;
}

export function LeverageSheet({ open, onClose, instrument }: Props) {
  const words = useWords(futuresLeverageWords);
  return open ? (
    <OpenSheet onClose={onClose} instrument={instrument} />
  ) : (
    <BottomSheet open={false} onClose={onClose} title={words.title} closeLabel={words.close}>
      {null}
    </BottomSheet>
  );
}

/** The margin type first: it cannot be set once something is open. */
function useSetting({ id }: WireFuturesOption) {
  const { show } = useAlerts();
  const { reload } = useFuturesAccount();
  const types = useCall(setFuturesMarginType, { untilKnown: true });
  const leverages = useCall(setFuturesLeverage, { untilKnown: true });
  async function set(before: LeverageSetting, { leverage, marginType }: LeverageSetting): Promise<boolean> {
    const done =
      marginType === before.marginType
        ? undefined
        : await types.send({ body: { futuresOptionId: id, marginType } });
    const outcome =
      done?.ok === false || leverage === before.leverage
        ? done
        : await leverages.send({ body: { futuresOptionId: id, leverage } });
    if (outcome?.ok === false) show(outcome.message);
    reload();
    return outcome?.ok === true;
  }
  return { isBusy: types.busy || leverages.busy, set };
}

const STOPS = [1, 10, 20, 50, 100, 125, 150, 200, 500, 1_000];

/** Ends with the largest leverage of the instrument, wherever that is. */
const stopsUpTo = (most: number): readonly number[] => [...STOPS.filter((stop) => stop < most), most];

function OpenSheet({ onClose, instrument }: Omit<Props, 'open'>) {
  const words = useWords(futuresLeverageWords);
  const { language } = useLanguage();
  const account = useFuturesAccount();
  const around = usePositionAround(instrument);
  const before = leverageSetting(account, instrument);
  const [draft, setDraft] = useState<Partial<LeverageSetting>>({});
  const setting = { ...before, ...draft };
  const { leverage, marginType } = setting;
  const { isBusy, set } = useSetting(instrument);
  const most = instrument.terms?.leverageMost ?? leverage;
  const isSame = leverage === before.leverage && marginType === before.marginType;
  const fault = around && !isSame ? changeFault(around, before, setting) : undefined;
  const held = account.positions.find(({ futuresOptionId }) => futuresOptionId === instrument.id);
  const turn = (next: number) => setDraft({ ...draft, leverage: Math.min(most, Math.max(1, next)) });
  const text = words.times(String(leverage));
  const shown = marginType === before.marginType ? text : `${words.types[marginType]} ${text}`;
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.title}
      closeLabel={words.close}
      action={
        <Button
          busy={isBusy}
          disabled={isSame || fault !== undefined || around === undefined}
          onPress={() => void set(before, setting).then((isDone) => isDone && onClose())}
        >
          {isSame ? words.unchanged(text) : words.change(shown)}
        </Button>
      }
    >
      <div className="leverage-sheet">
        <Segmented<MarginType>
          label={words.marginType}
          options={(['CROSS', 'ISOLATED'] as const).map((value) => ({ value, label: words.types[value] }))}
          value={marginType}
          onChange={(next) => setDraft({ ...draft, marginType: next })}
        />
        <p className="text-caption">{words.typeLead[marginType]}</p>
        <div className="leverage-sheet__stepper">
          <IconButton
            icon="minus"
            label={words.less}
            disabled={leverage <= 1}
            onPress={() => turn(leverage - 1)}
          />
          <output className="leverage-sheet__figure figure" aria-label={words.leverage}>
            {leverage}
            <small>x</small>
          </output>
          <IconButton
            icon="plus"
            label={words.more}
            disabled={leverage >= most}
            onPress={() => turn(leverage + 1)}
          />
        </div>
        <Slider
          label={words.leverage}
          value={leverage}
          stops={stopsUpTo(most)}
          format={(value) => words.times(String(value))}
          hasScale
          onChange={turn}
        />
        {around && <Effects around={around} setting={setting} instrument={instrument} />}
        {fault !== undefined && (
          <div role="alert">
            <Note tone="warn" raised>
              {fault === 'LEVERAGE_BELOW_POSITION' && held
                ? words.below(String(held.leverage))
                : refusalText(fault, language)}
            </Note>
          </div>
        )}
      </div>
    </BottomSheet>
  );
}

interface EffectsProps {
  readonly around: EngineSurroundings;
  readonly setting: LeverageSetting;
  readonly instrument: WireFuturesOption;
}

function Effects({ around, setting, instrument }: EffectsProps) {
  const words = useWords(futuresLeverageWords);
  const { money } = useMoneyText(walletCurrency(instrument));
  const hasPosition = around.facts.positions.has(instrument.id);
  const level = hasPosition ? liquidationNow(around) : liquidationAtMost(around, setting, instrument);
  return (
    <KeyValueList framed>
      <KeyValue name={words.most} strong>
        {money(wholeOf(largestPosition(around, setting.leverage)))}
      </KeyValue>
      <KeyValue name={words.onePercent} strong>
        {words.ofMargin(formatDecimal(String(setting.leverage)))}
      </KeyValue>
      <KeyValue name={hasPosition ? words.liquidation : words.liquidationAtMost} strong>
        <span className="leverage-sheet__level">
          {level === undefined ? words.never : formatPrice(level, instrument.precision)}
        </span>
      </KeyValue>
    </KeyValueList>
  );
}

/** Without its fraction: it is an estimate, and the price moves it. */
function wholeOf(text: string | undefined): string | undefined {
  if (text === undefined || Number(text) < 1_000) return text;
  return String(text).split('.')[0];
}

function liquidationAtMost(
  around: EngineSurroundings,
  setting: LeverageSetting,
  { id }: WireFuturesOption,
): string | undefined {
  const order: OrderRequest = {
    futuresOptionId: id,
    tradeType: 'LONG',
    marketType: 'MARKET',
    ...setting,
  };
  const most = largest(around, order);
  if (most <= 0n) return undefined;
  const level = preview(around, { ...order, qty: toDecimal(most) }).figures?.liquidationAfter;
  return level === undefined ? undefined : toDecimal(level);
}
