import { formatSeconds } from '@maru/client/format-time';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';

const USUAL_INTERVAL_MS = 8 * 3_600_000;

interface Props {
  readonly instrument: Pick<WireFuturesOption, 'nextFundingMillis' | 'terms'>;
}

/** The list may have been read before the last funding: then the next one is an interval later. */
export function UntilFunding({ instrument: { nextFundingMillis, terms } }: Props) {
  const now = useServerSecond();
  const interval = terms?.fundingIntervalMillis ?? USUAL_INTERVAL_MS;
  const left = nextFundingMillis - now;
  const shown = left > 0 ? left : ((left % interval) + interval) % interval;
  return formatSeconds(Math.floor(shown / 1_000));
}
