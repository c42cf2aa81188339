// Take-profit and stop-loss of an open position in ticks, each with its price and profit. A change is sent after a
// pause in the tapping; until the server has it, the typed figure is shown.
import { directionOf, formatPrice } from '@maru/client/format';
import { setOverseaTpsl, type WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { MOST_TICKS } from '@maru/engine/oversea/terms';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { netAt } from './contract-money.ts';
import { type Leg, levelAt } from './position-money.ts';
import './position-tpsl.css';
import { useOverseaAccount } from '../account/use-oversea-account.ts';

interface Distances {
  readonly tpTick: number;
  readonly slTick: number;
}

const REST_MS = 700;

/** The typed figures, or undefined while the server's figures are shown. */
function useDistances(position: WireOverseaPosition) {
  const { timers } = usePlatform();
  const { show } = useAlerts();
  const { reload } = useOverseaAccount();
  const { send } = useCall(setOverseaTpsl);
  const [wanted, setWanted] = useState<Distances>();
  const stopWaiting = useRef<(() => void) | undefined>(undefined);

  const save = useEffectEvent(async (distances: Distances) => {
    stopWaiting.current = undefined;
    const { id: overseaPositionId, overseaOptionId } = position;
    const outcome = await send({ body: { overseaPositionId, overseaOptionId, ...distances } });
    // An earlier change is still being sent: this one follows it.
    if (outcome === undefined) return wait(distances);
    if (!outcome.ok) show(outcome.message);
    if (!outcome.ok || stopWaiting.current === undefined) setWanted(undefined);
    // The push has the same content; without a connection this shows the answer.
    reload();
  });

  function wait(distances: Distances): void {
    stopWaiting.current?.();
    stopWaiting.current = timers.after(REST_MS, () => void save(distances));
  }

  // A change that was not sent yet is sent when the page is left.
  const leave = useEffectEvent(() => {
    if (stopWaiting.current === undefined || wanted === undefined) return;
    stopWaiting.current();
    void save(wanted);
  });
  useEffect(() => () => leave(), []);

  const { tpTick, slTick } = wanted ?? position;
  return {
    distances: { tpTick, slTick },
    change(part: Partial<Distances>) {
      const next = { tpTick, slTick, ...part };
      setWanted(next);
      wait(next);
    },
  };
}

interface Props {
  readonly instrument: WireOverseaOption;
  readonly position: WireOverseaPosition;
}

export function PositionTpsl({ instrument, position }: Props) {
  const { distances, change } = useDistances(position);
  const shared = { instrument, position };
  return (
    <div className="position-tpsl">
      <LegCard {...shared} leg="TP" ticks={distances.tpTick} onChange={(tpTick) => change({ tpTick })} />
      <LegCard {...shared} leg="SL" ticks={distances.slTick} onChange={(slTick) => change({ slTick })} />
    </div>
  );
}

interface LegProps extends Props {
  readonly leg: Leg;
  readonly ticks: number;
  readonly onChange: (ticks: number) => void;
}

function LegCard({ instrument, position, leg, ticks, onChange }: LegProps) {
  const words = useWords(overseaAccountWords);
  const name = leg === 'TP' ? words.takeProfit : words.stopLoss;
  const { signedFigure } = useWalletMoney(instrument);
  const level = levelAt(position, instrument, leg, ticks);
  const worth = level === undefined ? undefined : netAt(instrument, position, level)?.net;
  return (
    <div className="position-tpsl__leg">
      <p className="position-tpsl__head text-micro">
        <span>
          {name}{' '}
          <b className="figure">
            {level === undefined ? words.off : formatPrice(level, instrument.precision)}
          </b>
        </span>
        {worth !== undefined && (
          <span className={`figure figure--${directionOf(worth)}`}>{signedFigure(worth)}</span>
        )}
      </p>
      <Stepper
        label={name}
        words={{ less: words.lessTicks(name), more: words.moreTicks(name) }}
        value={ticks === 0 ? '' : String(ticks)}
        onChange={(value) => onChange(Number(value || '0'))}
        step="1"
        precision={0}
        min="0"
        max={String(MOST_TICKS)}
        unit={words.ticks}
      />
    </div>
  );
}
