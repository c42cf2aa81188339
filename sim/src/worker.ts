// One of the processes that run seeds side by side, perhaps with a planted bug.
import type { Chunk } from './chunk.ts';
import { plant } from './plant.ts';

const [, , mutant] = process.argv;
if (mutant !== undefined) plant(mutant);
const { runChunk } = await import('./chunk.ts');

process.on('message', (chunk: Chunk) => {
  runChunk(chunk).then(
    (done) => process.send?.(done),
    (fault: unknown) => {
      throw fault;
    },
  );
});
process.send?.('READY');
