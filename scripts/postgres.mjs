// A throw-away PostgreSQL cluster for tests and benches: own folder, own loopback port, and fsync on, because what we
// claim about durable answers must hold on a server set up as in production.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url));

/**
 * The cluster belongs to a keeper process that holds our end of a pipe: when we end, however we end, the pipe closes,
 * and the keeper stops the cluster and removes its folder.
 */
export async function startPostgres() {
  const keeper = spawn(process.execPath, [KEEPER], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => keeper.once('exit', resolve));
  const url = await firstLine(keeper, ended);
  // From here on neither the keeper nor its pipes keep our process alive.
  keeper.unref();
  keeper.stdin.unref();
  keeper.stdout.unref();

  return {
    url,
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      await ended;
    },
  };
}

async function firstLine(keeper, ended) {
  const line = new Promise((resolve) => {
    let text = '';
    keeper.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
  });
  const url = await Promise.race([line, ended.then(() => undefined)]);
  if (url === undefined) throw new Error('PostgreSQL for the tests did not start; the lines above say why');
  return url;
}
