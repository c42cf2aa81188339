import type { Patches } from '@maru/client/live';
import { myLimits, type WireLimits } from '@maru/contract/limits/calls';
import { useAnswer } from '../shell/connection/use-answer.ts';

/** What is used follows from every event that moves money: only the server computes it. */
const patches: Patches<WireLimits> = {
  queue: { limits: () => undefined, point: () => undefined },
};

export const useLimits = () => useAnswer(myLimits, {}, patches);
