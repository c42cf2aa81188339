// `npm run bench -- NAME [--json]`. Every figure stands beside a rival or a floor of the same run; with --json the last
// line is one JSON object.
import { setRuntimeFlags } from '@maru/server/set-runtime-flags';

setRuntimeFlags();

const benches: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  desk: async () => (await import('./desk.ts')).desk(),
  http: async () => (await import('./http.ts')).http(),
  ticks: async () => (await import('./ticks.ts')).ticks(),
  fanout: async () => (await import('./fanout.ts')).fanout(),
  start: async () => (await import('./start.ts')).start(),
  kill: async () => (await import('./kill.ts')).kill(),
  failover: async () => (await import('./failover.ts')).failover(),
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse(),
  frames: async () => (await import('./frames.ts')).frames(),
  growth: async () => (await import('./growth.ts')).growth(),
  settle: async () => (await import('./settle.ts')).settle(),
  bets: async () => (await import('./bets.ts')).bets(),
  triggers: async () => (await import('./triggers.ts')).triggers(),
  liquidation: async () => (await import('./liquidation.ts')).liquidation(),
  orders: async () => (await import('./orders.ts')).orders(),
  cashier: async () => (await import('./cashier.ts')).cashier(),
  alerts: async () => (await import('./alerts.ts')).alerts(),
  abuse: async () => (await import('./abuse.ts')).abuse(),
  risk: async () => (await import('./risk.ts')).risk(),
  sameness: async () => (await import('./sameness.ts')).sameness(),
  office: async () => (await import('./office.ts')).office(),
  books: async () => (await import('./books.ts')).books(),
  bundle: async () => (await import('./bundle.ts')).bundle(),
  copy: async () => (await import('./copy.ts')).copy(),
  scale: async () => (await import('./scale.ts')).scale(),
  takeover: async () => (await import('./takeover.ts')).takeover(),
  drills: async () => (await import('./drills.ts')).drills(),
  rolling: async () => (await import('./rolling.ts')).rolling(),
  'copy-lists': async () => (await import('./copy-lists.ts')).copyLists(),
};

const [name = '', ...flags] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [--json]`);
  process.exit(2);
}

const result = await bench();
if (flags.includes('--json')) console.log(JSON.stringify(result));
else
  for (const [key, value] of Object.entries(result))
    console.log(`${key.padEnd(28)} ${JSON.stringify(value)}`);
process.exit();
