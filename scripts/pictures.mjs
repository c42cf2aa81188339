// `npm run pictures`: makes the pictures of the README again from the app as it is now. They are taken by the journeys
// that compare these screens with their design, so a picture is only made of a screen that passes its audit.
import { dirname, join } from 'node:path';
import { buildApp } from './build.mjs';
import { run } from './child.mjs';

const root = dirname(import.meta.dirname);
await buildApp();
process.exitCode = await run(
  join(root, 'node_modules', '.bin', 'playwright'),
  [
    'test',
    ...['first-minutes', 'oversea-screens', 'binary-screens', 'futures-screens', 'cashier-screens'],
    ...['copytrade-screens', 'limits-screens'],
  ],
  {
    cwd: root,
    env: { ...process.env, README_PICTURES: join(root, 'docs', 'pictures') },
  },
);
