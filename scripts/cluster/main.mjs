// `npm run cluster`: everything up, the address, and Ctrl-C takes all of it down.
import { startCluster } from './cluster.mjs';

let cluster;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    if (cluster === undefined) process.exit(130);
    cluster.stop().then(
      () => process.exit(0),
      (fault) => {
        console.error(fault);
        process.exit(1);
      },
    );
  });

const started = performance.now();
cluster = await startCluster({
  port: Number(process.env.PORT ?? 3_000),
  onLine(name, line) {
    // Three NATS servers tell much of their routes.
    if (name !== 'nats') process.stderr.write(`${name.padEnd(9)} ${line}\n`);
  },
});
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
process.stdout.write(
  `\n  마루 Maru · a cluster on this machine · ready in ${seconds} s\n\n  ${cluster.address}\n\n`,
);
for (const { name, address, process: each } of cluster.members)
  process.stdout.write(`  ${name.padEnd(9)} process ${each.pid}, ${address}/api/health\n`);
process.stdout.write('\n  demo trader: demo / demo-password\n\n');
