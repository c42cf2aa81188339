// The platform as a process of its own that may be called more often than a person calls, for tests that call everything
// as everybody. It prints its address when it takes requests.
import { readConfig } from './config.ts';
import { silentLog } from './log/log.ts';
import { startPlatform } from './platform.ts';

const { address, stop } = await startPlatform({
  config: readConfig(process.env),
  log: silentLog,
  paces: 'OFF',
  onHalt: () => process.exit(1),
});
process.once('SIGTERM', () => void stop());
process.stdout.write(`${address}\n`);
