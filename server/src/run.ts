// Reads the environment, starts the platform, logs its address, and ends cleanly on a signal.
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { firstPasswordsFile } from './account/first-passwords.ts';
import { BadSetting } from './bad-setting.ts';
import { beginStart } from './begin-start.ts';
import { type Config, readConfig } from './config.ts';
import { DirectoryInUse } from './data-directory.ts';
import { createLog, type Log } from './log/log.ts';
import type { Platform } from './platform.ts';
import { FolderNotPrivate } from './private-folder.ts';

/** A start that hangs must not keep a supervisor waiting for ever. */
const START_PATIENCE_MS = 20_000;
const BUILT_APP = join(import.meta.dirname, '../../app/dist');

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (fault) {
    if (fault instanceof BadSetting) return leave(fault.message);
    throw fault;
  }
}

/** A function, so that `fill-compile-cache.mjs` can import this file. */
export async function run(): Promise<void> {
  const started = performance.now();
  // Files that the database creates by itself are private to the owner of the process, too.
  process.umask(0o077);
  const config = readSettings();
  const log = createLog({
    write: (line) => process.stderr.write(line),
    clock: Date.now,
    level: config.logLevel,
    pretty: process.stderr.isTTY === true,
  });

  /** A bug or a lost shard: logged, and the process ends. What was answered is in the journal. */
  function halt(fault: unknown): void {
    log.error('process halted', { error: fault });
    process.exit(70);
  }
  process.on('uncaughtException', halt);
  process.on('unhandledRejection', halt);

  const starting = start({ config, log, halt }).catch((fault: unknown) => {
    if (fault instanceof DirectoryInUse || fault instanceof FolderNotPrivate) return leave(fault.message);
    throw fault;
  });
  // Before the start is complete: orders are accepted a little earlier, and a signal at that time needs a clean end
  // too.
  stopWhenAsked(starting, log);
  const platform = await starting;
  greet(platform, { seconds: (performance.now() - started) / 1_000, dataFolder: config.dataFolder });

  // A process that is killed cannot write its compile cache, and the start after a kill must be fast above all.
  flushCompileCache();
}

/** A process of any role. */
type Running = Pick<Platform, 'address' | 'created' | 'stop'>;

async function start({
  config,
  log,
  halt,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly halt: (fault: unknown) => void;
}): Promise<Running> {
  const appFolder = existsSync(join(BUILT_APP, 'index.html')) ? BUILT_APP : undefined;
  switch (config.role) {
    case 'gateway': {
      const { startGatewayProcess } = await import('./gateway-process.ts');
      return startGatewayProcess({ config, log, appFolder });
    }
    case 'desk': {
      const { startDeskProcess } = await import('./desk-process.ts');
      return startDeskProcess({ config, log, onHalt: halt });
    }
    case 'feed': {
      const { startFeedProcess } = await import('./feed-process.ts');
      return startFeedProcess({ config, log, onHalt: halt });
    }
    case 'all': {
      // Its threads open the database and load the desk while this one loads the rest, which takes long.
      const begun = await beginStart(config);
      const { startPlatform } = await import('./platform.ts');
      return startPlatform({
        ...{ config, log, begun, onHalt: halt },
        ...(appFolder === undefined ? {} : { appFolder }),
      });
    }
  }
}

function stopWhenAsked(starting: Promise<Running>, log: Log): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      const impatient = setTimeout(() => leave('stopped before the start was over'), START_PATIENCE_MS);
      starting
        .then((started) => {
          clearTimeout(impatient);
          return started.stop();
        })
        .then(
          () => process.exit(0),
          (fault: unknown) => {
            log.error('shutdown failed', { error: fault });
            process.exit(1);
          },
        );
    });
  }
}

function greet(
  { address, created }: Running,
  { seconds, dataFolder }: { readonly seconds: number; readonly dataFolder: string },
): void {
  process.stdout.write(
    `\n  마루 Maru · practice money · ready in ${seconds.toFixed(1)} s\n\n  ${address}\n\n`,
  );
  const titles = { PLAYER: 'demo trader', STAFF: 'operator   ', PARTNER: 'partner    ' } as const;
  for (const { username, role, password } of created) {
    const shown =
      password === undefined
        ? '(the password you configured)'
        : process.stdout.isTTY
          ? password
          : '(see the file below)';
    process.stdout.write(`  ${titles[role]}  ${username} / ${shown}\n`);
  }
  if (created.some(({ password }) => password !== undefined)) {
    const file = firstPasswordsFile(dataFolder);
    process.stdout.write(`\n  First passwords: ${file}. Delete it when you have read it.\n\n`);
  }
}
