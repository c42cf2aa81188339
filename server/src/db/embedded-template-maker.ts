// Prints the folder of the prepared embedded database, for who starts servers from outside and imports nothing of them.
import { prepareEmbedded } from './embedded-template.ts';

process.stdout.write(await prepareEmbedded());
