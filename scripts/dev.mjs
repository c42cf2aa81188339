// `npm run dev`: the server restarts when its sources change, and Vite serves the app and the office in front of it. All end together.
import { dirname, join } from 'node:path';
import { createServer } from 'vite';
import { start } from './child.mjs';

const root = dirname(import.meta.dirname);
const port = process.env.PORT ?? '3000';
const server = `http://127.0.0.1:${port}`;

const watched = ['--watch', '--watch-preserve-output', join(root, 'server', 'src', 'main.mjs')];
const { exitCode } = start(process.execPath, watched, { cwd: root, env: { ...process.env, PORT: port } });

const proxy = { '/api': { target: server }, '/ws': { target: server, ws: true } };
const vites = [];
for (const room of ['app', 'office']) {
  const vite = await createServer({ root: join(root, room), server: { proxy } });
  await vite.listen();
  vite.printUrls();
  vites.push(vite);
}

const code = await exitCode;
for (const vite of vites) await vite.close();
process.exit(code);
