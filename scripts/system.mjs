// What the tests need from the machine itself. As root on Debian it is installed; anywhere else the run fails and says
// what is missing. Nothing is ever skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM_PLACES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FONT_FOLDERS = [
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/noto-cjk',
];

function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
}

export function findChromium() {
  const chosen = process.env.CHROMIUM;
  if (chosen !== undefined && existsSync(chosen)) return chosen;
  return CHROMIUM_PLACES.map(onPath).find((file) => file !== undefined);
}

/**
 * For journeys: the same engine without the parts that draw windows, which saves a sixth to a third of the processor
 * time. Where it cannot be installed, any Chromium does.
 */
export function findHeadlessChromium() {
  return process.env.CHROMIUM === undefined
    ? (onPath('chromium-headless-shell') ?? (canInstall() ? undefined : findChromium()))
    : findChromium();
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function findKoreanFont() {
  return FONT_FOLDERS.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .find((file) => /CJK/i.test(file));
}

/** The newest PostgreSQL of the distribution: its server programs are not on the PATH. */
export function findPostgresBinaries() {
  const home = '/usr/lib/postgresql';
  if (!existsSync(home)) return undefined;
  const versions = readdirSync(home).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

export const findNatsServer = () => onPath('nats-server');

const NEEDS = {
  chromium: { find: findChromium, packages: ['chromium'], otherwise: 'or set CHROMIUM=/path/to/chrome' },
  'headless-chromium': {
    find: findHeadlessChromium,
    packages: ['chromium-headless-shell'],
    otherwise: 'or set CHROMIUM=/path/to/chrome',
  },
  'korean-font': { find: findKoreanFont, packages: ['fonts-noto-cjk'] },
  postgresql: { find: findPostgresBinaries, packages: ['postgresql'] },
  'nats-server': { find: findNatsServer, packages: ['nats-server'] },
  curl: { find: () => onPath('curl'), packages: ['curl'] },
  openssl: { find: () => onPath('openssl'), packages: ['openssl'] },
  iproute2: { find: () => onPath('ip'), packages: ['iproute2'] },
  python3: { find: () => onPath('python3'), packages: ['python3'] },
  strace: { find: () => onPath('strace'), packages: ['strace'] },
};

/** Makes sure every named need is met, installing what is missing in one go. */
export async function ensureInstalled(...names) {
  const missing = names.filter((name) => NEEDS[name].find() === undefined);
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => NEEDS[name].packages);
  if (canInstall()) install(packages);

  const stillMissing = missing.filter((name) => NEEDS[name].find() === undefined);
  if (stillMissing.length === 0) return;
  const hints = stillMissing.map((name) => NEEDS[name].otherwise ?? '').filter((hint) => hint !== '');
  const command = `apt-get install ${stillMissing.flatMap((name) => NEEDS[name].packages).join(' ')}`;
  throw new Error(
    `the tests need ${stillMissing.join(', ')}: run \`${command}\` as root ${hints.join(' ')}`.trim(),
  );
}

function install(packages) {
  // Standard output may be a protocol (the PostgreSQL keeper prints its address there), so everything goes to the error stream.
  console.error(`installing from Debian: ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 2, 2] };
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
}
