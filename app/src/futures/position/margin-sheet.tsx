// Margin of an isolated position: added from the wallet or taken back, with the liquidation price before and after.
import { formatPrice } from '@maru/client/format';
import { moveFuturesMargin } from '@maru/contract/futures/calls';
import { refusalText } from '@maru/contract/refusals';
import { type Amount, amount, divide, type Price, smaller, toDecimal } from '@maru/engine/amount';
import { distanceTo } from '@maru/engine/futures/liquidation-price';
import { isolatedLiquidationPrice } from '@maru/engine/futures/liquidation-prices';
import { removableMargin } from '@maru/engine/futures/margin';
import { crossAccount, isFresh, meansOf } from '@maru/engine/futures/standing';
import { isIsolated, UNIT } from '@maru/engine/futures/value';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { heldOf } from '../account/engine-view.ts';
import { walletCurrency } from '../account/unit-words.ts';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { PositionHead } from './position-head.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionAround } from './use-position-around.ts';

export function MarginSheet({ open, ...props }: PositionSheetProps) {
  const words = useWords(futuresPositionWords);
  if (open && props.holding.position.marginType === 'ISOLATED') return <OpenSheet {...props} />;
  return (
    <BottomSheet open={open} onClose={props.onClose} title={words.marginTitle} closeLabel={words.dismiss}>
      {open && (
        <div className="position-sheet">
          <PositionHead {...props} />
          <Note raised>{words.crossMargin}</Note>
        </div>
      )}
    </BottomSheet>
  );
}

/** Sends it and reads what depends on it again; true when it was done. */
export function useMoveMargin() {
  const { show } = useAlerts();
  const { reloadWallets } = usePlatform();
  const { reload } = useFuturesAccount();
  const { busy, send } = useCall(moveFuturesMargin, { untilKnown: true });
  async function move(futuresPositionId: number, by: string, type: 1 | 2): Promise<boolean> {
    const outcome = await send({ body: { futuresPositionId, amount: by, type } });
    if (outcome === undefined) return false;
    if (!outcome.ok) show(outcome.message);
    reload();
    void reloadWallets();
    return outcome.ok;
  }
  return { busy, move };
}

type Way = 'add' | 'remove';

const SHARES = [25, 50, 75, 100] as const;

function mostOf(way: Way, around: EngineSurroundings, position: ReturnType<typeof heldOf>): Amount {
  const { facts, pricedOf, terms, quote } = around;
  if (way === 'remove') return quote ? removableMargin(position, { terms, quote }, UNIT) : (0n as Amount);
  const account = crossAccount(facts, pricedOf);
  return account ? smaller(meansOf(facts, account).available, facts.free) : (0n as Amount);
}

function OpenSheet({ holding, instrument, onClose }: Omit<PositionSheetProps, 'open'>) {
  const words = useWords(futuresPositionWords);
  const { language } = useLanguage();
  const currency = walletCurrency(instrument);
  const { money } = useMoneyText(currency);
  const [way, setWay] = useState<Way>('add');
  const [typed, setTyped] = useState('');
  /** The chip that was pressed: the most changes with every price, and the chip stays chosen. */
  const [share, setShare] = useState<number>();
  const { busy, move } = useMoveMargin();
  const around = usePositionAround(instrument);
  const held = heldOf(holding.position);
  const most = around && isIsolated(held) ? mostOf(way, around, held) : (0n as Amount);
  const by = typed === '' ? (0n as Amount) : amount(typed);
  const isRemove = way === 'remove';
  const refusal =
    isRemove && around && !isFresh(around.quote, around.terms, around.now)
      ? 'NO_FRESH_PRICE'
      : by > most
        ? isRemove
          ? 'ISOLATED_MARGIN_SHORT'
          : 'INSUFFICIENT_BALANCE'
        : undefined;
  const after = { ...held, margin: (held.margin + (isRemove ? -by : by)) as Amount };
  const level = (of: typeof held) => around && isolatedLiquidationPrice(of, around.terms);
  const [before, then] = [level(held), level(after)];
  const shown = (price: Price | undefined) =>
    price === undefined ? words.never : formatPrice(toDecimal(price), instrument.precision);
  const mark = around?.quote?.mark;
  const far = (price: Price | undefined) =>
    price === undefined || mark === undefined
      ? words.never
      : `${formatPrice(toDecimal(distanceTo(price, mark) * 100n), 2)}%`;
  const text = money(typed === '' ? '0' : typed);
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={words.marginTitle}
      closeLabel={words.dismiss}
      hasUnsavedInput={typed !== ''}
      action={
        <Button
          busy={busy}
          disabled={by <= 0n || refusal !== undefined}
          onPress={() =>
            void move(holding.position.id, typed, isRemove ? 2 : 1).then((isDone) => isDone && onClose())
          }
        >
          {by <= 0n ? words.enterAmount : isRemove ? words.removeDo(text) : words.addDo(text)}
        </Button>
      }
    >
      <div className="position-sheet">
        <PositionHead holding={holding} instrument={instrument} />
        <Segmented
          label={words.marginWay}
          options={(['add', 'remove'] as const).map((value) => ({ value, label: words[value] }))}
          value={way}
          onChange={(next) => {
            setWay(next);
            setTyped('');
            setShare(undefined);
          }}
        />
        <NumberField
          name="margin"
          label={words.amountIn(currency)}
          surface="sheet"
          precision={instrument.terms?.walletPlaces ?? 8}
          min="0"
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setShare(undefined);
          }}
          hint={words.most(isRemove ? words.mostRemove : words.mostAdd, money(toDecimal(most)))}
          error={refusal && typed !== '' ? refusalText(refusal, language) : undefined}
        />
        <ChipRow label={words.marginWay}>
          {SHARES.map((percent) => {
            const part = toDecimal(divide(most * BigInt(percent), 100n, 'down'));
            return (
              <Chip
                key={percent}
                shape="square"
                pressed={share === percent}
                disabled={most <= 0n}
                onPress={() => {
                  setTyped(part);
                  setShare(percent);
                }}
              >
                <span className="figure">{`${percent}%`}</span>
              </Chip>
            );
          })}
        </ChipRow>
        <KeyValueList framed>
          <KeyValue name={words.marginNow}>
            {words.fromTo(money(toDecimal(held.margin)), money(toDecimal(after.margin)))}
          </KeyValue>
          <KeyValue name={words.liquidationChange} strong>
            {words.fromTo(shown(before), shown(then))}
          </KeyValue>
          <KeyValue name={words.distanceChange}>{words.fromTo(far(before), far(then))}</KeyValue>
        </KeyValueList>
      </div>
    </BottomSheet>
  );
}
