// Opens the embedded database of a data folder, created if missing. Imports little: a start does this first.
import { join } from 'node:path';
import { createEmbedded } from './create-embedded.ts';
import { type BegunEmbedded, beginEmbedded } from './embedded.ts';
import { limitCompilerMemory } from './wasm-compiler.ts';

export async function beginStored(dataFolder: string): Promise<BegunEmbedded> {
  const folder = join(dataFolder, 'database');
  await createEmbedded(folder);
  limitCompilerMemory();
  return beginEmbedded(folder);
}
