// Creates an empty embedded database in the folder that the command line names.
import { limitCompilerMemory } from './wasm-compiler.ts';

limitCompilerMemory();
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('expected the folder of the database as the first argument');
const { PGlite } = await import('@electric-sql/pglite');
const database = await PGlite.create({ dataDir: folder });
await database.close();
