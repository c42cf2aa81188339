// The newest P2P request: its steps are events of the account, and its messages are pushed beside them.
import type { ReceivedReply } from '@maru/client/call';
import type { Patches } from '@maru/client/live';
import { p2pLatest } from '@maru/contract/cashier/p2p';
import type { P2pMessagePush } from '@maru/contract/realtime';
import { type Answered, useAnswer } from '../../shell/connection/use-answer.ts';
import { useAskWhileCut } from '../request/ask-while-cut.ts';
import { readAfterRequests } from '../request/request-patches.ts';
import { endOf, type P2p } from './p2p-view.ts';

type Latest = ReceivedReply<typeof p2pLatest>;

export interface P2pShown {
  readonly answer: Answered<Latest>;
  readonly p2p: P2p | undefined;
  readonly isRunning: boolean;
}

/** One that was heard already changes nothing; one of a request that is not the newest known is a reason to read. */
function withMessage(known: Latest, { dnwHistoryId, message }: P2pMessagePush): Latest | undefined {
  const { p2p } = known;
  if (p2p?.request.id !== dnwHistoryId) return undefined;
  if (p2p.messages.some(({ id }) => id === message.id)) return known;
  const messages = [...p2p.messages, message].sort((one, other) => one.id - other.id);
  return { p2p: { ...p2p, messages } };
}

const patches: Patches<Latest> = {
  queue: {
    ...readAfterRequests<Latest>().queue,
    cashier: (known, push) => (push.type === 'P2P_MESSAGE' ? withMessage(known, push.data) : known),
  },
};

export function useP2p(): P2pShown {
  const answer = useAnswer(p2pLatest, {}, patches);
  const p2p = answer.reply?.p2p ?? undefined;
  const isRunning = p2p !== undefined && endOf(p2p) === undefined;
  useAskWhileCut(isRunning, answer.reload);
  return { answer, p2p, isRunning };
}
