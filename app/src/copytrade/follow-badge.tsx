// How a follow stands, as the list and the page of the own copies say it.
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { copytradeWords } from '../text/copytrade.ts';
import { useWords } from '../text/language.tsx';
import { Badge } from '../ui/figures/badge.tsx';

export function FollowBadge({ follow: { state, isPaused } }: { readonly follow: WireFollow }) {
  const words = useWords(copytradeWords);
  if (state !== 'ACTIVE') return <Badge tone="warn">{words.detached}</Badge>;
  return isPaused ? <Badge tone="warn">{words.paused}</Badge> : <Badge tone="brass">{words.following}</Badge>;
}
