// Folds histories in a thread of its own: that of a busy account takes seconds, and no order may wait for that.
import { parentPort } from 'node:worker_threads';
import type { FoldAnswer, FoldQuestion } from './fold-messages.ts';
import { createFolding } from './folding.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');

const answerTo = createFolding();

port.on('message', (question: FoldQuestion) => {
  void answerTo(question)
    .catch((fault: unknown): FoldAnswer => ({ ok: false, message: String(fault) }))
    .then((answer) => port.postMessage(answer));
});
