import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { type EngineSurroundings, useSurroundings } from '../account/use-surroundings.ts';

/** The account around one instrument with its own bid and ask, while a sheet needs them. */
export const usePositionAround = (instrument: WireFuturesOption): EngineSurroundings | undefined =>
  useSurroundings(instrument, useLiveTick(instrument.stock)).engine;
