// Runs before `npm start`, `npm test` and the other commands: installs what package-lock.json says, once.
// Plain JavaScript without dependencies, because it runs on the machine's own Node, which may be as old as 18.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.bootstrap-stamp');
const oldNodeFolder = join(root, '.bootstrap-node');
const pinned = `node-${process.platform}-${process.arch}`;
const FLAGS = ['--no-audit', '--no-fund', '--loglevel=error'];
const PROGRESS_EVERY_MS = 5000;

const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lockHash = createHash('sha256').update(lockText).update(pinned).digest('hex');

/** What an earlier run left: nothing of use, what `npm start` needs, or everything. */
function installed() {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  const [hash, extent] = stamp.trim().split(' ');
  return hash === lockHash ? extent : 'nothing';
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs npm with the given Node and prints progress: npm itself draws it only on a terminal. */
function npm({ node, cwd, args, countIn }) {
  const env = {
    ...process.env,
    INIT_CWD: cwd,
    npm_config_local_prefix: cwd,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const child = spawn(node, [process.env.npm_execpath, ...args, ...FLAGS], { cwd, env, stdio: 'inherit' });
  const progress = setInterval(() => {
    const folders = existsSync(countIn) ? readdirSync(countIn).length : 0;
    if (!process.stdout.isTTY) console.log(`  … ${seconds()} s, ${folders} folders so far`);
  }, PROGRESS_EVERY_MS);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearInterval(progress);
      if (code !== 0) fail(`npm ${args[0]} failed after ${seconds()} s; its own words are above`);
      resolve(seconds());
    });
  });
}

/** Fetches the pinned Node alone, with the version and checksum of the lock, and returns the path of its program. */
async function fetchPinnedNode(node, version) {
  const locked = JSON.parse(lockText).packages[`node_modules/${pinned}`];
  if (locked === undefined) {
    fail(
      `Node ${version} is too old, and none is pinned for ${process.platform} ${process.arch}: install Node 24`,
    );
  }
  console.log(`Node ${version} is too old to install with: fetching Node ${locked.version} first`);
  rmSync(oldNodeFolder, { recursive: true, force: true });
  mkdirSync(oldNodeFolder, { recursive: true });
  const dependencies = { [pinned]: locked.version };
  const { optional, ...required } = locked;
  const packages = { '': { dependencies }, [`node_modules/${pinned}`]: required };
  writeFileSync(join(oldNodeFolder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(oldNodeFolder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const countIn = join(oldNodeFolder, 'node_modules');
  const took = await npm({ node, cwd: oldNodeFolder, args: ['ci', '--ignore-scripts'], countIn });
  console.log(`  Node ${locked.version} is here (${took} s)`);
  return join(oldNodeFolder, 'node_modules', pinned, 'bin', 'node');
}

/** npm silently leaves out native packages whose "engines" refuse the running Node; below 20.19 that breaks the build. */
async function nodeToInstallWith() {
  // Never the pinned one inside node_modules: `npm ci` deletes it while it runs.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim();
  const [major, minor] = version.split('.').map(Number);
  const isTooOld = major < 20 || (major === 20 && minor < 19);
  return isTooOld ? fetchPinnedNode(node, version) : node;
}

async function install(extent) {
  const have = installed();
  const node = await nodeToInstallWith();
  // `npm ci` starts by deleting node_modules. A platform that already runs from here must not lose it, so the test
  // tools are added to what `npm start` installed.
  const isTopUp = have === 'start';
  const args = isTopUp ? ['install', '--no-save', '--include=dev'] : ['ci'];
  if (extent === 'start') args.push('--omit=dev');
  console.log(
    extent === 'start' ? 'installing what the platform needs (once)' : 'installing everything (once)',
  );
  const took = await npm({ node, cwd: root, args, countIn: modules });
  rmSync(oldNodeFolder, { recursive: true, force: true });
  writeFileSync(stampFile, `${lockHash} ${extent}\n`);
  console.log(`  installed (${took} s)`);
}

const extent = process.argv[2] === 'start' ? 'start' : 'full';
const have = installed();
if (!process.env.SKIP_BOOTSTRAP && have !== 'full' && have !== extent) {
  if (!process.env.npm_execpath) fail('run this through npm: npm start, npm test');
  await install(extent);
}
