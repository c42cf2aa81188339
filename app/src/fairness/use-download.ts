// Saves the rows of the board as a file: with their method, or as a table.
import { fairnessData } from '@maru/contract/fairness/calls';
import { useState } from 'react';
import { saveJson } from '../receipt/proof-files.tsx';
import { saveFile } from '../receipt/save-file.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { boardCsv } from './board-csv.ts';

export function useDownload() {
  const { send, busy } = useCall(fairnessData);
  const [hasFailed, setFailed] = useState(false);
  return {
    isBusy: busy,
    hasFailed,
    async download(as: 'json' | 'csv') {
      setFailed(false);
      const answer = await send({});
      if (answer === undefined) return;
      if (!answer.ok) setFailed(true);
      else if (as === 'json') saveJson('maru-fairness.json', answer.reply);
      else saveFile('maru-fairness.csv', new Blob([boardCsv(answer.reply)], { type: 'text/csv' }));
    },
  };
}
