// What part of the platform this process is, and how it reaches the others.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { BadSetting } from './bad-setting.ts';
import type { NatsPlace } from './bus/nats-carrier.ts';

export const ROLES = ['all', 'gateway', 'desk', 'feed'] as const;
export type Role = (typeof ROLES)[number];

export interface MachineSettings {
  readonly role: Role;
  /** Absent only where one process is everything. */
  readonly nats: NatsPlace | undefined;
  /** What all processes of a platform share: secrets, pictures, archives. One process keeps them with its data. */
  readonly sharedFolder: string;
  /** Whose sites a desk serves. */
  readonly shard: number;
  /** How long an owner that died keeps others from taking its shard. */
  readonly leaseMs: number;
}

type Text = (name: string) => string | undefined;

/** One process waits longer before it gives up a database that is away: nobody else could do better. */
const ALONE_LEASE_MS = 2_000;
const LEASE_MS = 1_000;
/** The numbers of events tell their shard, and must stay whole numbers of JSON. */
const MOST_SHARD = 255;

export function readMachineSettings(
  text: Text,
  { dataFolder, databaseUrl }: { readonly dataFolder: string; readonly databaseUrl: string | undefined },
): MachineSettings {
  const named = text('MARU_ROLE') ?? 'all';
  const role = ROLES.find((each) => each === named);
  if (role === undefined) throw new BadSetting(`MARU_ROLE must be one of ${ROLES.join(', ')}`);
  const nats = readNats(text);
  const shared = text('SHARED_DIR');
  if (role !== 'all' && nats === undefined) throw new BadSetting(`MARU_ROLE=${role} needs NATS_URL`);
  if (role === 'desk' || role === 'feed') {
    if (databaseUrl === undefined) throw new BadSetting(`MARU_ROLE=${role} needs DATABASE_URL`);
    if (shared === undefined)
      throw new BadSetting(
        `MARU_ROLE=${role} needs SHARED_DIR, a folder that all processes of the platform reach`,
      );
  }
  return {
    role,
    nats,
    sharedFolder: shared === undefined ? dataFolder : resolve(shared),
    shard: wholeNumber('MARU_SHARD', text('MARU_SHARD'), { usual: 0, least: 0, most: MOST_SHARD }),
    leaseMs: wholeNumber('LEASE_MS', text('LEASE_MS'), {
      usual: role === 'all' ? ALONE_LEASE_MS : LEASE_MS,
      least: 250,
      most: 60_000,
    }),
  };
}

function wholeNumber(
  name: string,
  value: string | undefined,
  { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
): number {
  if (value === undefined) return usual;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new BadSetting(`${name} must be a whole number from ${least} to ${most}`);
  return number;
}

function readNats(text: Text): NatsPlace | undefined {
  const url = text('NATS_URL');
  if (url === undefined) return undefined;
  const servers = url.split(',').map((each) => each.trim());
  for (const each of servers) {
    if (!/^(nats|tls):\/\/[^\s/@]+:\d{1,5}$/.test(each) || !URL.canParse(each))
      throw new BadSetting(
        'NATS_URL must be a comma list of nats://host:port or tls://host:port, without a password',
      );
  }
  const isEncrypted = text('NATS_CA') !== undefined || servers.some((each) => each.startsWith('tls:'));
  // The name is what the certificate is compared with.
  if (isEncrypted && servers.some((each) => isIP(new URL(each).hostname.replace(/[[\]]/g, '')) !== 0))
    throw new BadSetting('NATS_URL must have host names and no addresses where TLS is used');
  const user = text('NATS_USER');
  const credentialsFile = text('NATS_CREDENTIALS');
  if (user !== undefined && credentialsFile !== undefined)
    throw new BadSetting('NATS_USER and NATS_CREDENTIALS exclude each other');
  if ((text('NATS_CERTIFICATE') === undefined) !== (text('NATS_KEY') === undefined))
    throw new BadSetting('NATS_CERTIFICATE and NATS_KEY belong together');
  return {
    servers,
    user,
    password: text('NATS_PASSWORD'),
    credentialsFile,
    caFile: text('NATS_CA'),
    certificateFile: text('NATS_CERTIFICATE'),
    keyFile: text('NATS_KEY'),
  };
}
