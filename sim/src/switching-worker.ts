// A process that runs seeds with one planted bug after the other.
import type { ChunkDone } from './chunk.ts';
import { registerSwitches, switchOn, switchToCopies } from './plant-switched.ts';

export interface Trial {
  /** Undefined for none. */
  readonly mutant: string | undefined;
  readonly seed: number;
}

/** Also without a failure when the bug is in a file without a switch. */
export type TrialDone = Pick<ChunkDone, 'failure'>;

/** It has something of every product. */
const SOUND_SEED = 5;

registerSwitches();
const { runChunk } = await import('./chunk.ts');

async function tryOut({ mutant, seed }: Trial): Promise<TrialDone> {
  return (await switchOn(mutant)) ? runChunk({ from: seed, count: 1 }) : {};
}

/** Else all bugs would be found because of the switches. */
async function checkSwitches(): Promise<void> {
  await switchToCopies();
  const { failure } = await runChunk({ from: SOUND_SEED, count: 1 });
  if (failure !== undefined) throw new Error(`copies without a planted bug fail: ${failure.what}`);
}

const endOn = (fault: unknown): void => {
  process.stderr.write(`${String(fault)}\n`);
  process.exit(1);
};

process.on('message', (trial: Trial) => {
  tryOut(trial).then((done) => process.send?.(done), endOn);
});
checkSwitches().then(() => process.send?.('READY'), endOn);
