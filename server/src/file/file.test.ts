// Uploads: what is drawn anew, what is refused, who may read it, and what is left on the disk.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite } from '../desk/testing.ts';
import { OWNER, openTestHttp, type Person, STAFF, STRANGER } from '../http/testing.ts';
import { type FileFolder, openFileFolder } from './folder.ts';
import { createRecoder, type Recoder } from './recode.ts';
import { fileRoutes, shownName } from './routes.ts';
import { deleteUnattached, findKnown } from './store.ts';
import { FORM_TYPE, formOf, lyingHeads, pngOf, textChunk } from './testing.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const SCRIPT = '<script>alert(document.domain)</script>';

describe.each(testDatabases)('a file on $name', ({ open }) => {
  let store: TestDatabase;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let root: string;
  let folder: FileFolder;
  let recoder: Recoder;
  let now: Millis = START;
  let next = 100;

  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
    root = await mkdtemp(join(tmpdir(), 'maru-files-'));
    folder = await openFileFolder(join(root, 'files'));
    recoder = createRecoder();
    http = await openTestHttp({
      routes: fileRoutes({ database: store.database, folder, recoder }),
      clock: () => now,
    });
    await http.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await http.close();
    await recoder.stop();
    await store.drop();
    await rm(root, { recursive: true, force: true });
  });

  const tokenOf = ({ id, role }: Person) => `Bearer ${id}.${role}`;
  /** Nobody who has uploaded before. */
  function somebody(): Person {
    next += 1;
    return { ...OWNER, id: next as Person['id'] };
  }
  async function send(
    payload: Uint8Array,
    by?: Person,
    { url = '/api/file', type = FORM_TYPE }: { readonly url?: string; readonly type?: string } = {},
  ) {
    const answer = await http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type, ...(by ? { authorization: tokenOf(by) } : {}) },
      payload: Buffer.from(payload),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  const load = (id: string, by?: Person, path = '/api/file/') =>
    http.inject({ url: `${path}${id}`, headers: by ? { authorization: tokenOf(by) } : {} });
  const onDisk = async () =>
    (await readdir(join(root, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  test('is drawn anew and read by its owner and by staff of the site alone', async () => {
    const owner = somebody();
    const { status, body } = await send(formOf(pngOf(40, 20), '통장사본.png'), owner);
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: '통장사본.webp',
        type: 'image/webp',
        size: expect.any(Number),
        width: 40,
        height: 20,
      },
    ]);
    const mine = await load(body.id, owner);
    expect(mine.rawPayload).toHaveLength(body.size);
    expect(mine.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('통장사본.webp')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect((await load(body.id, STAFF, '/api/office/file/')).rawPayload).toEqual(mine.rawPayload);
    const missing = await load('0'.repeat(32), owner);
    const foreign = await load(body.id, STRANGER);
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    expect((await load(body.id)).statusCode).toBe(401);
    expect((await load(body.id, STAFF)).statusCode).toBe(403);
    expect((await load(body.id, owner, '/api/office/file/')).statusCode).toBe(403);
    expect((await send(formOf(pngOf(1, 1)))).status).toBe(401);
    const staffs = await send(formOf(pngOf(1, 1)), STAFF, { url: '/api/office/file' });
    expect((await load(staffs.body.id, owner)).statusCode).toBe(404);
    for (const wrong of ['..%2f..%2fsecret', 'x', `${body.id}0`])
      expect((await load(wrong, owner)).statusCode).toBeGreaterThanOrEqual(400);
  });

  test('that was changed on the disk is shown to nobody', async () => {
    const owner = somebody();
    const { body } = await send(formOf(pngOf(4, 4)), owner);
    await folder.save(body.id, new Uint8Array([1, 2, 3]));
    for (const answer of [await load(body.id, owner), await load(body.id, STAFF, '/api/office/file/')])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'FILE_CHANGED']);
  });

  test('keeps nothing but the picture: no text, no place, no second file', async () => {
    const jpeg = await new Transformer(pngOf(64, 64)).jpeg(90);
    const note = Buffer.from(`Exif\0\0${SCRIPT} 37.5665N 126.9780E`);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(note.length + 2);
    const polyglots = [
      pngOf(32, 32, { more: [textChunk(SCRIPT)] }),
      Buffer.concat([pngOf(32, 32), Buffer.from(`${SCRIPT}PK\u0003\u0004`)]),
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xe1]),
        length,
        note,
        jpeg.subarray(2),
        Buffer.from(SCRIPT),
      ]),
    ];
    for (const polyglot of polyglots) {
      const owner = somebody();
      const { status, body } = await send(formOf(polyglot, 'a.html'), owner);
      expect(status).toBe(200);
      expect(body.name).toMatch(/^a\.(jpg|webp)$/);
      const stored = await readFile(join(root, 'files', body.id.slice(0, 2), body.id), 'latin1');
      for (const hidden of ['script', 'Exif', '37.5665', 'PK\u0003'])
        expect(stored.includes(hidden)).toBe(false);
    }
  });

  test('is made smaller when a side is long', async () => {
    const { body } = await send(formOf(pngOf(5_120, 1_000)), somebody());
    expect([body.width, body.height]).toEqual([2_560, 500]);
  });

  const bomb = pngOf(64, 64, { pixels: new Uint8Array(200_000_000) });
  test.each([
    ['an SVG with a script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`), 415],
    ['a page', Buffer.from(`<!doctype html>${SCRIPT}`), 415],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0;', 'latin1'), 415],
    ['a PDF', Buffer.from('%PDF-1.7 %PNG'), 415],
    ['an archive', Buffer.from('PK\u0003\u0004'), 415],
    ['nothing', Buffer.alloc(0), 415],
    ['a picture of 100 megapixels', pngOf(10_000, 10_000), 422],
    ['a picture of 30,000 by 30,000', pngOf(30_000, 30_000, { pixels: new Uint8Array(10) }), 422],
    ['a picture without an end', pngOf(64, 64).subarray(0, 50), 422],
    ['a picture that begins as one', Buffer.concat([pngOf(8, 8).subarray(0, 33), Buffer.alloc(500, 7)]), 422],
    ['a JPEG of nothing', Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 9, 0, 9, 1, 1]), 422],
    [
      'a WebP of nothing',
      Buffer.from('RIFF\u0020\0\0\0WEBPVP8X\u000a\0\0\0\0\0\0\0\u0007\0\0\u0007\0\0'),
      422,
    ],
  ])('is refused that is %s, and nothing is stored', async (_, bytes, status) => {
    const before = await onDisk();
    const answer = await send(formOf(bytes), somebody());
    expect([answer.status, answer.body.code]).toEqual([status, expect.stringMatching(/^FILE_/)]);
    expect(await onDisk()).toEqual(before);
  });

  test('that says it is smaller than its pixels are is refused by its decoder', async () => {
    for (const lying of await lyingHeads()) {
      const before = await onDisk();
      const { status, body } = await send(formOf(lying), somebody());
      expect([status, body.code]).toEqual([422, 'FILE_DAMAGED']);
      expect(await onDisk()).toEqual(before);
    }
  });

  test('that unpacks to much more than its pixels takes none of it', async () => {
    expect(bomb.length).toBeLessThan(250_000);
    const { status, body } = await send(formOf(bomb), somebody());
    // Its first rows are a whole picture: either answer is right, as long as the rest is never unpacked.
    expect([200, 422]).toContain(status);
    if (status === 200) expect([body.width, body.height]).toEqual([64, 64]);
  });

  const boundary = FORM_TYPE.split('=')[1] ?? '';
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx`;
  test.each([
    ['without its file', formOf(pngOf(1, 1), 'a.png', 'other'), FORM_TYPE, 400],
    ['with two files', Buffer.from(`${part}\r\n${part}\r\n--${boundary}--`), FORM_TYPE, 400],
    ['without its end', formOf(pngOf(1, 1)).subarray(0, -9), FORM_TYPE, 400],
    ['with something behind its end', Buffer.concat([formOf('x'), Buffer.from('x')]), FORM_TYPE, 400],
    ['with many fields', Buffer.from(`${part.replace('file', 'a')}\r\n`.repeat(50)), FORM_TYPE, 400],
    ['of another boundary', formOf('x'), 'multipart/form-data; boundary=other', 400],
    ['without a boundary', formOf('x'), 'multipart/form-data', 415],
    ['as JSON', Buffer.from('{}'), 'application/json', 415],
    ['of six megabytes', formOf(new Uint8Array(6 * 1_024 * 1_024)), FORM_TYPE, 413],
  ])('in a form %s is refused', async (_, payload, type, status) => {
    expect((await send(payload, somebody(), { type })).status).toBe(status);
  });

  test.each([
    ['../../etc/passwd', 'passwd.webp'],
    ['..\\..\\boot.ini', 'boot.webp'],
    ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).webp'],
    ['a\u202Egnp.exe', 'agnp.webp'],
    ['\u0000', 'image.webp'],
    ['.png', 'image.webp'],
    ['한'.repeat(200), `${'한'.repeat(60)}.webp`],
    ['%22quoted%22.png', 'quoted.webp'],
  ])('that is called %j is shown as %s', (sent, shown) => {
    expect(shownName(sent, 'image/webp')).toBe(shown);
  });

  test('is one of thirty a day', async () => {
    const owner = somebody();
    await store.database.transaction((tx) =>
      tx.query(
        `insert into file (id, site_id, player_id, uploaded_by, name, type, bytes, width, height, sha256, created_ms)
         select lpad(n::text, 32, '0'), 1, $1, $1, '', 'image/webp', 1, 1, 1, '', $2 from generate_series(1, 30) as n`,
        [owner.id, START],
      ),
    );
    expect((await send(formOf(pngOf(1, 1)), owner)).body.code).toBe('FILE_QUOTA');
    now = millis(START + DAY_MS);
    expect((await send(formOf(pngOf(1, 1)), owner)).status).toBe(200);
    now = START;
  });

  test('of many that one person sends at once is not the thirty-first', async () => {
    const owner = somebody();
    await store.database.transaction((tx) =>
      tx.query(
        `insert into file (id, site_id, player_id, uploaded_by, name, type, bytes, width, height, sha256, created_ms)
         select 'a' || lpad(n::text, 31, '0'), 1, $1, $1, '', 'image/webp', 1, 1, 1, '', $2
           from generate_series(1, 29) as n`,
        [owner.id, START],
      ),
    );
    const sent = await Promise.all([1, 2, 3].map(() => send(formOf(pngOf(1, 1)), owner)));
    expect(sent.map(({ status, body }) => (status === 200 ? 'STORED' : body.code)).toSorted()).toEqual([
      'FILE_QUOTA',
      'FILE_QUOTA',
      'STORED',
    ]);
  });

  test('whose sender leaves in the middle leaves nothing, and others upload', async () => {
    const before = await onDisk();
    const { port } = http.server.address() as { readonly port: number };
    const form = formOf(pngOf(64, 64));
    for (let sender = 0; sender < 20; sender += 1) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(
            `POST /api/file HTTP/1.1\r\nhost: localhost\r\nauthorization: ${tokenOf(somebody())}\r\n` +
              `content-type: ${FORM_TYPE}\r\ncontent-length: ${form.length}\r\n\r\n`,
          );
          socket.write(form.subarray(0, 100), () => socket.destroy());
        });
        socket.once('close', () => resolve());
      });
    }
    expect(await onDisk()).toEqual(before);
    let status = 503;
    // The server learns of the lost connections one by one.
    while (status === 503) ({ status } = await send(form, somebody()));
    expect(status).toBe(200);
  });

  test('that nothing was attached to is deleted after a day, and one without a row at the start', async () => {
    const { body: loose } = await send(formOf(pngOf(2, 2)), somebody());
    const { body: kept } = await send(formOf(pngOf(2, 2)), somebody());
    const lost = 'f'.repeat(32);
    await mkdir(join(root, 'files/ff'), { recursive: true });
    await writeFile(join(root, 'files/ff', lost), 'x');
    await writeFile(join(root, 'files/ff', `${lost}.part`), 'x');
    await store.database.transaction(async (tx) => {
      await tx.query(`update file set attached_to = 'contact 1' where id = $1`, [kept.id]);
      const deleted = await deleteUnattached(tx, START + 1);
      expect(deleted).toContain(loose.id);
      expect(deleted).not.toContain(kept.id);
    });
    const known = (ids: readonly string[]) => store.database.transaction((tx) => findKnown(tx, ids));
    // Written since the folder was opened, or just before it by another process: their rows may be being written.
    for (const each of [folder, await openFileFolder(join(root, 'files'), Date.now() + MINUTE_MS)]) {
      await each.sweep(known);
      expect(await onDisk()).toContain(lost);
    }
    await (await openFileFolder(join(root, 'files'), Date.now() + DAY_MS)).sweep(known);
    const names = await onDisk();
    expect(names).toContain(kept.id);
    for (const gone of [loose.id, lost, `${lost}.part`]) expect(names).not.toContain(gone);
  });
});

test('a picture that takes too long to draw is given up, and the next one is drawn', async () => {
  const impatient = createRecoder({ patienceMs: 1 });
  const head = { type: 'image/png', width: 8, height: 8 } as const;
  expect(await impatient.run(pngOf(8, 8), head)).toBe('DAMAGED');
  await impatient.stop();
  const patient = createRecoder();
  expect(await patient.run(pngOf(8, 8), head)).toMatchObject({ width: 8, type: 'image/webp' });
  await patient.stop();
  expect(await patient.run(pngOf(8, 8), head)).toBe('BUSY');
});
