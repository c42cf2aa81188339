// Signing staff in to the office: the first time with a new authenticator app, later with its codes.
import { createHmac } from 'node:crypto';
import type { ReplyOf } from '@maru/contract/call';
import { officeBeginTotp, officeConfirmTotp } from '@maru/contract/security/calls';
import { officeSignIn } from '@maru/contract/staff/sign-in';
import { ask } from './ask.ts';
import type { Credentials, World } from './world.ts';

interface Enrolled {
  readonly secret: string;
  lastStep: number;
  signedIn: ReplyOf<typeof officeSignIn>;
  /** When the second factor was given, by the clock of the world. */
  at: number;
}

export const STEP_MS = 30_000;
/** Less than what a second factor counts for, and less than a sign-in may rest. */
const REUSED_MS = 9 * 60_000;

const enrolled = new WeakMap<World, Map<string, Promise<Enrolled>>>();

const nowOf = (world: World): number => Date.now() + world.aheadMs();

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function codeOf(secret: string, step: number): string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function enrol(world: World, who: Credentials): Promise<Enrolled> {
  const { username, password } = who;
  const signedIn = await ask(world, officeSignIn, { body: { username, password } });
  const token = signedIn.accessToken;
  const { secret } = await ask(world, officeBeginTotp, { body: { password }, token });
  const at = nowOf(world);
  const lastStep = Math.floor(at / STEP_MS);
  await ask(world, officeConfirmTotp, { body: { code: codeOf(secret, lastStep) }, token });
  return { secret, lastStep, signedIn, at };
}

function enrolledOf(world: World, who: Credentials): Promise<Enrolled> {
  const people = enrolled.get(world) ?? new Map<string, Promise<Enrolled>>();
  enrolled.set(world, people);
  const known = people.get(who.username) ?? enrol(world, who);
  people.set(who.username, known);
  return known;
}

/** A code that was not used yet. The world's clock moves on when two are needed within a minute. */
async function nextCode(world: World, who: Credentials): Promise<string> {
  const person = await enrolledOf(world, who);
  const present = Math.floor(nowOf(world) / STEP_MS);
  const step = Math.max(present, person.lastStep + 1);
  if (step > present + 1) await world.passTime(STEP_MS);
  person.lastStep = step;
  return codeOf(person.secret, step);
}

/** The tokens of somebody of staff who has given the second factor a moment ago. */
async function officeSession(world: World, who: Credentials): Promise<ReplyOf<typeof officeSignIn>> {
  const person = await enrolledOf(world, who);
  if (nowOf(world) - person.at < REUSED_MS) return person.signedIn;
  const { username, password } = who;
  const code = await nextCode(world, who);
  person.at = nowOf(world);
  person.signedIn = await ask(world, officeSignIn, { body: { username, password, code } });
  return person.signedIn;
}

export const officeToken = async (world: World, who: Credentials): Promise<string> =>
  (await officeSession(world, who)).accessToken;
