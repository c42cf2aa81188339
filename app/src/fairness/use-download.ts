// Saves the rows of the board as a file: with their method, or as a table. With the method come the published hashes of the
// log of what staff do: whoever keeps the file can tell later whether that log was written anew.
import { auditAnchors } from '@maru/contract/audit/calls';
import { fairnessData } from '@maru/contract/fairness/calls';
import { useState } from 'react';
import { saveJson } from '../receipt/proof-files.tsx';
import { saveFile } from '../receipt/save-file.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { boardCsv } from './board-csv.ts';

export function useDownload() {
  const data = useCall(fairnessData);
  const anchors = useCall(auditAnchors);
  const [hasFailed, setFailed] = useState(false);
  return {
    isBusy: data.busy || anchors.busy,
    hasFailed,
    async download(as: 'json' | 'csv') {
      setFailed(false);
      const answer = await data.send({});
      if (answer === undefined) return;
      if (!answer.ok) return setFailed(true);
      if (as === 'csv')
        return saveFile('maru-fairness.csv', new Blob([boardCsv(answer.reply)], { type: 'text/csv' }));
      const noted = await anchors.send({});
      if (noted === undefined) return;
      if (!noted.ok) return setFailed(true);
      saveJson('maru-fairness.json', { ...answer.reply, auditAnchors: noted.reply.content });
    },
  };
}
