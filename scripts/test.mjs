// `npm test`: every check of the project in one order, cheapest first, up to the first that fails.
// `npm test -- types unit` runs only the stages named.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run, start } from './child.mjs';
import { ensureInstalled } from './system.mjs';

const root = dirname(import.meta.dirname);
const reports = mkdtempSync(join(tmpdir(), 'maru-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

const SEEDS = '200';
const SIM = ['node', '--allow-natives-syntax', 'sim/src/main.ts'];
const UNIT_REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];

/**
 * A stage is a name and the commands it runs, one after the other or all at once, or a step of our own; `count` reads
 * how many tests passed and failed. One that is beside the others begins at its place in the list, and is waited for
 * after the last of them.
 */
const STAGES = [
  {
    name: 'system',
    step: () =>
      ensureInstalled(
        'headless-chromium',
        'korean-font',
        'postgresql',
        'strace',
        'curl',
        'openssl',
        'python3',
        'nats-server',
        'iproute2',
      ),
  },
  { name: 'lock', commands: [['node', 'scripts/lockcheck.mjs']] },
  // Ten minutes of a processor. It takes only what the stages below leave: they often wait for disks and browsers.
  { name: 'sim-every', commands: [['nice', '-n', '19', ...SIM, '--every']], isBeside: true },
  {
    name: 'lint',
    commands: [
      ['biome', 'check', '--error-on-warnings', '.'],
      ['oxlint', '--type-aware', '--quiet'],
      ['knip', '--no-progress'],
    ],
    isAtOnce: true,
  },
  { name: 'types', commands: [['tsc', '-b', '--checkers', '1', '--builders', '2']] },
  { name: 'unit', commands: [['vitest', 'run', ...UNIT_REPORTERS]], count: countUnits },
  { name: 'sim', commands: [[...SIM, '--seeds', SEEDS]] },
  // The stage before has shown that these seeds hold without a planted bug.
  { name: 'sim-mutants', commands: [[...SIM, '--mutants', '--proven', SEEDS]] },
  // Alone: a server must be ready within a minute after each kill, also on a slow machine.
  { name: 'kill', commands: [['node', 'bench/src/main.ts', 'kill', '--json']] },
  // Of a whole cluster, one process of each role, and where the machine permits it an owner that is cut off NATS.
  { name: 'drills', commands: [['node', 'bench/src/main.ts', 'drills', '--json']] },
  { name: 'build', commands: [['node', 'scripts/build.mjs']] },
  { name: 'e2e', commands: [['playwright', 'test', '--reporter=list,json']], count: countJourneys },
];

function countUnits() {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = readReport(unitReport);
  // A file that does not even load fails the run without a failed test in it.
  const failed = numFailedTests === 0 && !success ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

function countJourneys() {
  const { expected, unexpected, flaky, skipped } = readReport(journeyReport).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport,
  // A few kills here; `npm run bench -- kill` does a hundred.
  CYCLES: process.env.CYCLES ?? '4',
  CLIENTS: process.env.CLIENTS ?? '10',
  // The compiler and the type-aware lint end after half a minute: collecting their garbage took a third of their time.
  GOGC: process.env.GOGC ?? '400',
};

async function isGreen(stage) {
  await stage.step?.();
  const isDone = async ([program, ...args]) => (await run(program, args, { cwd: root, env })) === 0;
  if (stage.isAtOnce) return (await Promise.all(stage.commands.map(isDone))).every((done) => done);
  for (const command of stage.commands ?? []) if (!(await isDone(command))) return false;
  return true;
}

/** Starts the only command of a stage beside the others. Its lines are kept, or they would be among those of others. */
function startBeside({ name, commands: [[program, ...args]] }) {
  console.log(`\n── ${name}: begins, beside the following`);
  const startedAt = Date.now();
  const { child, exitCode } = start(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const done = exitCode.then(
    (code) => ({ failed: code === 0 ? 0 : 1, seconds: secondsSince(startedAt) }),
    (error) => ({ failed: 1, seconds: `${secondsSince(startedAt)} (${error.message})` }),
  );
  return {
    name,
    end: () => child.kill(),
    async result() {
      const { failed, seconds } = await done;
      console.log(`\n── ${name}\n${output}── ${name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
      return { name, seconds, passed: 0, failed, skipped: 0 };
    },
  };
}

const secondsSince = (startedAt) => ((Date.now() - startedAt) / 1000).toFixed(1);

/** Reads what a stage counted. A stage that failed before it wrote its report counts as one failure. */
function countOf(stage, green) {
  const nothing = { passed: 0, failed: 0, skipped: 0 };
  if (stage.count === undefined) return { ...nothing, failed: green ? 0 : 1 };
  try {
    const count = stage.count();
    return { ...count, failed: green ? count.failed : Math.max(1, count.failed) };
  } catch (error) {
    if (green) throw error;
    return { ...nothing, failed: 1 };
  }
}

async function runStage(stage) {
  console.log(`\n── ${stage.name}`);
  const startedAt = Date.now();
  const green = await isGreen(stage).catch((error) => {
    console.error(error.message);
    return false;
  });
  const count = countOf(stage, green);
  if (count.skipped > 0) {
    console.error(`${count.skipped} tests were skipped: a test either runs or does not exist`);
    count.failed += count.skipped;
  }
  const seconds = secondsSince(startedAt);
  console.log(`── ${stage.name}: ${count.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  return { name: stage.name, seconds, ...count };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => STAGES.every((stage) => stage.name !== name));
if (unknown.length > 0) {
  console.error(
    `no such stage: ${unknown.join(', ')}. There are: ${STAGES.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const results = [];
const beside = [];
for (const stage of STAGES.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  if (stage.isBeside) {
    beside.push(startBeside(stage));
    continue;
  }
  const result = await runStage(stage);
  results.push(result);
  if (result.failed > 0) break;
}
if (results.some(({ failed }) => failed > 0)) for (const { end } of beside) end();
else for (const { result } of beside) results.push(await result());

const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`\n${results.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
