import { createHash, randomBytes } from 'node:crypto';
import { file, officeFile, officeUploadFile, uploadFile } from '@maru/contract/file/calls';
import { assert } from '@maru/engine/assert';
import type { PlayerId } from '@maru/engine/purse';
import { DAY_MS } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { type Asked, type Principal, type Route, serve, serveFile } from '../http/serve.ts';
import type { FileFolder } from './folder.ts';
import { hasTooManyPixels, readPictureHead } from './picture-head.ts';
import type { Recoder } from './recode.ts';
import { findFile, findUse, insertFile } from './store.ts';

export interface FileParts {
  readonly database: Database;
  readonly folder: FileFolder;
  readonly recoder: Recoder;
}

/** What one person may upload in a day. */
const MOST_OF_DAY = { member: 30, staff: 300 };
const MOST_BYTES_OF_DAY = 60 * 1_024 * 1_024;
const LONGEST_NAME = 60;

const refused = <Code extends string>(refusal: Code) => ({ ok: false, refusal }) as const;

/** The last part of a path, without control and direction characters, and with the ending of what it is now. */
export function shownName(sent: string, type: string): string {
  const last = sent.replaceAll('%22', '"').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"|?*]/gu, '')
    .trim();
  const stem = [...plain.replace(/\.[^.]*$/, '')].slice(0, LONGEST_NAME).join('').trim();
  return `${stem === '' ? 'image' : stem}.${type === 'image/jpeg' ? 'jpg' : 'webp'}`;
}

/** One after the other for each person, so that two at once cannot both be the last of a day. */
function createTurns() {
  const last = new Map<PlayerId, Promise<void>>();
  return async function inTurn<Answer>(of: PlayerId, work: () => Promise<Answer>): Promise<Answer> {
    const before = last.get(of);
    const { promise, resolve } = Promise.withResolvers<void>();
    last.set(of, promise);
    try {
      await before;
      return await work();
    } finally {
      resolve();
      if (last.get(of) === promise) last.delete(of);
    }
  };
}

export function fileRoutes({ database, folder, recoder }: FileParts): readonly Route[] {
  const inTurn = createTurns();

  async function accept(
    { upload, principal, now }: Pick<Asked<typeof uploadFile>, 'upload' | 'principal' | 'now'>,
    owner: PlayerId | undefined,
  ) {
    assert(upload !== undefined, 'a call that takes a file gets one');
    const head = readPictureHead(upload.bytes);
    if (head === undefined) return refused('FILE_TYPE_UNSUPPORTED');
    if (hasTooManyPixels(head)) return refused('FILE_TOO_MANY_PIXELS');
    const { site, player: uploadedBy } = principal;
    const use = await database.transaction((tx) => findUse(tx, uploadedBy, now - DAY_MS));
    const mostFiles = owner === undefined ? MOST_OF_DAY.staff : MOST_OF_DAY.member;
    if (use.files >= mostFiles || use.bytes >= MOST_BYTES_OF_DAY) return refused('FILE_QUOTA');
    const drawn = await recoder.run(upload.bytes, head);
    if (drawn === 'BUSY') return { ...refused('TRY_AGAIN'), retryAfterSeconds: 5 };
    if (drawn === 'DAMAGED') return refused('FILE_DAMAGED');
    const { bytes, type, width, height } = drawn;
    const id = randomBytes(16).toString('hex');
    const name = shownName(upload.name, type);
    await folder.save(id, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const size = bytes.byteLength;
    await database.transaction((tx) =>
      insertFile(tx, { id, site, owner, uploadedBy, name, type, size, width, height, sha256, now }),
    );
    return { ok: true, reply: { id, name, type, size, width, height } } as const;
  }

  async function read(id: string, { site }: Principal, owner: PlayerId | undefined) {
    const found = await database.transaction((tx) => findFile(tx, { site, owner, id }));
    const bytes = found && (await folder.load(id));
    if (found === undefined || bytes === undefined) return refused('NOT_FOUND');
    // Pictures are evidence: what is not what was stored is not shown as if it were.
    if (createHash('sha256').update(bytes).digest('hex') !== found.sha256) return refused('FILE_CHANGED');
    return { ok: true, reply: { bytes, type: found.type, name: found.name } } as const;
  }

  return [
    serve(uploadFile, (asked) => inTurn(asked.principal.player, () => accept(asked, asked.principal.player))),
    serve(officeUploadFile, (asked) => inTurn(asked.principal.player, () => accept(asked, undefined))),
    serveFile(file, ({ query, principal }) => read(query.id, principal, principal.player)),
    serveFile(officeFile, ({ query, principal }) => read(query.id, principal, undefined)),
  ];
}
