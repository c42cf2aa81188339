// A trader's open positions with what followers made of them, kept up by pushes.
import type { ReceivedReply } from '@maru/client/call';
import type { Patches } from '@maru/client/live';
import { openLeads } from '@maru/contract/copytrade/history';
import { useEffect } from 'react';
import { copyPatches } from '../../futures/copied/use-my-copy.ts';
import { type Answered, useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useReadForFollowers } from './use-read-for-followers.ts';

export type OpenLeadList = ReceivedReply<typeof openLeads>;
export type OpenLead = OpenLeadList['content'][number];

/** A push has the trader's position, and not what its followers did: all of it is read again. */
const patches: Patches<OpenLeadList> = {
  queue: {
    futures: (list, { type, data }) =>
      type.startsWith('COPYTRADE_') || data.positions.length > 0 ? undefined : list,
  },
  apartMs: copyPatches.apartMs,
};

/** While copies wait, the counts of the strip change without a push to the trader. */
const READ_AGAIN_MS = 1_000;

export function useOpenLeads(): Answered<OpenLeadList> {
  const { timers } = usePlatform();
  const answer = useAnswer(openLeads, {}, patches);
  const { reply, reload } = answer;
  useReadForFollowers(answer);
  const isWaiting = reply?.content.some(({ copied }) => copied.waiting > 0) === true;
  useEffect(
    () => (isWaiting && reply !== undefined ? timers.after(READ_AGAIN_MS, reload) : undefined),
    [isWaiting, reply, timers, reload],
  );
  return answer;
}
