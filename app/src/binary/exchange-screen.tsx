// The way into binary options: straight to the game this device played last, or the list of all of them.
import { useEffect, useState } from 'react';
import { lastOption } from '../market/last-option.ts';
import { useDevice } from '../shell/device.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useNavigate } from '../shell/router.tsx';
import './exchange-screen.css';
import { OptionList } from './option-list.tsx';
import { useTradeOptions } from './use-trade-options.ts';

export function ExchangeScreen() {
  const navigate = useNavigate();
  const base = useWatched(usePlatform().member) === undefined ? '/exchangeView' : '/exchange';
  const device = useDevice();
  const [last] = useState(() => lastOption(device));
  const { state, reply } = useTradeOptions();
  const again = reply?.find(({ id }) => id === last)?.id;
  useEffect(() => {
    if (again !== undefined) void navigate({ to: `${base}/${again}`, replace: true });
  }, [again, base, navigate]);
  if (again !== undefined || (last !== undefined && state === 'loading')) return null;
  return (
    <div className="exchange">
      <OptionList onChoose={({ id }) => void navigate({ to: `${base}/${id}` })} />
    </div>
  );
}
