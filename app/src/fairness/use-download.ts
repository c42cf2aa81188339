// Saves the rows of the board with their method as a file.
import { fairnessData } from '@maru/contract/fairness/calls';
import { useState } from 'react';
import { saveJson } from '../receipt/proof-files.tsx';
import { useCall } from '../shell/connection/use-call.ts';

export function useDownload() {
  const { send, busy } = useCall(fairnessData);
  const [hasFailed, setFailed] = useState(false);
  return {
    isBusy: busy,
    hasFailed,
    async download() {
      setFailed(false);
      const answer = await send({});
      if (answer === undefined) return;
      if (answer.ok) saveJson('maru-fairness.json', answer.reply);
      else setFailed(true);
    },
  };
}
