// Pictures in the conversation of a P2P request: who sends them, who reads them, and what ends them.
import { join } from 'node:path';
import { siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { openFileFolder } from '../file/folder.ts';
import { createRecoder, type Recoder } from '../file/recode.ts';
import { fileRoutes } from '../file/routes.ts';
import { deleteUnattached } from '../file/store.ts';
import { FORM_TYPE, formOf, pngOf } from '../file/testing.ts';
import { openTestHttp, type Person, person, principalOf, STAFF, STRANGER } from '../http/testing.ts';
import { dnwEvidence } from './dnw-evidence.ts';
import { forgetOldMessages } from './p2p-store.ts';
import { DAY, useWorld } from './testing.ts';

const ELSEWHERE = siteId(2);

describe.each(testDatabases)('a picture in a P2P conversation on $name', ({ open }) => {
  const world = useWorld(open);
  let recoder: Recoder;
  let here: Awaited<ReturnType<typeof openTestHttp>>;
  /** The same people with sessions of another site. */
  let elsewhere: Awaited<ReturnType<typeof openTestHttp>>;
  beforeAll(async () => {
    recoder = createRecoder();
    const folder = await openFileFolder(join(world.folder, 'files'));
    const routes = fileRoutes({ database: world.database, folder, recoder });
    here = await openTestHttp({ routes, clock: world.now });
    elsewhere = await openTestHttp({
      routes: [...routes, ...world.cashier.routes],
      clock: world.now,
      authenticate: async (token) => {
        const [id, role] = token.split('.');
        return { ...principalOf(person(Number(id), role as Person['role'])), site: ELSEWHERE };
      },
      siteOf: () => ELSEWHERE,
    });
  });
  afterAll(async () => {
    await here.close();
    await elsewhere.close();
    await recoder.stop();
  });

  const tokenOf = ({ id, role }: Person) => `Bearer ${id}.${role}`;
  async function upload(by: Person): Promise<string> {
    const { body } = await here.inject({
      method: 'POST',
      url: by.role === 'STAFF' ? '/api/office/file' : '/api/file',
      headers: { 'content-type': FORM_TYPE, authorization: tokenOf(by) },
      payload: formOf(pngOf(8, 4), '이체 확인증.png'),
    });
    return JSON.parse(body).id;
  }
  async function statusOf(id: string, by?: Person, http = here): Promise<number> {
    const url = by?.role === 'STAFF' ? `/api/office/file/${id}` : `/api/file/${id}`;
    return (await http.inject({ url, headers: by ? { authorization: tokenOf(by) } : {} })).statusCode;
  }
  async function begin(): Promise<{ readonly owner: Person; readonly dnwHistoryId: number }> {
    const owner = await world.newcomer();
    const asked = { point: '13855', detailJson: { side: 'BUY', walletType: 'USDT' } };
    const { body } = await world.post('/api/dnw/p2p', asked, owner);
    return { owner, dnwHistoryId: body.p2p.request.id };
  }
  const send = (dnwHistoryId: number, more: object, by?: Person) =>
    world.post('/api/dnw/p2p/message', { dnwHistoryId, ...more }, by);
  const answer = (dnwHistoryId: number, more: object, by: Person = STAFF) =>
    world.post('/api/office/dnw/p2p/message', { dnwHistoryId, as: 'COUNTERPART', ...more }, by);

  test('is read by both sides of the request and by nobody else', async () => {
    const { owner, dnwHistoryId } = await begin();
    const mine = await upload(owner);
    const theirs = await upload(STAFF);
    expect(await statusOf(theirs, owner)).toBe(404);
    const before = world.pushed.length;
    const sent = await send(dnwHistoryId, { fileIds: [mine] }, owner);
    expect(sent.body).toMatchObject({
      text: '',
      files: [{ id: mine, name: '이체 확인증.webp', width: 8, height: 4 }],
    });
    await answer(dnwHistoryId, { text: '확인했습니다', fileIds: [theirs] });
    expect(world.pushed.slice(before)).toMatchObject([
      { player: owner.id, data: { message: { from: 'ME', files: [{ id: mine }] } } },
      { player: owner.id, data: { message: { from: 'COUNTERPART', files: [{ id: theirs }] } } },
    ]);
    const { messages } = (await world.get('/api/dnw/p2p/latest', owner)).body.p2p;
    expect(messages.map(({ files }) => files.map(({ id }) => id))).toEqual([[mine], [theirs]]);
    const office = await world.get(`/api/office/dnw/p2p/message/list?dnwHistoryId=${dnwHistoryId}`, STAFF);
    expect(office.body.content.map(({ files }) => files[0].id)).toEqual([mine, theirs]);
    for (const id of [mine, theirs]) {
      expect(await statusOf(id, owner)).toBe(200);
      expect(await statusOf(id, STAFF)).toBe(200);
      expect(await statusOf(id)).toBe(401);
      for (const by of [STRANGER, owner, STAFF])
        expect(await statusOf(id, by, by === STRANGER ? here : elsewhere)).toBe(404);
    }
  });

  test('is one that the sender uploaded and that is attached to nothing, in a request of their own', async () => {
    const { owner, dnwHistoryId } = await begin();
    const mine = await upload(owner);
    const strangers = await upload(STRANGER);
    const refused: readonly (readonly [Promise<{ body: { code?: string } }>, string])[] = [
      [send(dnwHistoryId, { fileIds: [strangers] }, owner), 'FILE_NOT_FOUND'],
      [send(dnwHistoryId, { fileIds: [mine, mine] }, owner), 'FILE_NOT_FOUND'],
      [send(dnwHistoryId, { fileIds: ['0'.repeat(32)] }, owner), 'FILE_NOT_FOUND'],
      [answer(dnwHistoryId, { fileIds: [mine] }), 'FILE_NOT_FOUND'],
      [send(dnwHistoryId, { fileIds: ['../../etc/passwd'] }, owner), 'INVALID_REQUEST'],
      [send(dnwHistoryId, { fileIds: Array(5).fill(mine) }, owner), 'INVALID_REQUEST'],
      [send(dnwHistoryId, { text: ' ', fileIds: [] }, owner), 'INVALID_REQUEST'],
      [send(dnwHistoryId, {}, owner), 'INVALID_REQUEST'],
      [send(dnwHistoryId, { fileIds: [strangers] }, STRANGER), 'REQUEST_NOT_FOUND'],
      [send(dnwHistoryId, { fileIds: [mine] }), 'LOGIN_REQUIRED'],
      [answer(dnwHistoryId, { fileIds: [mine] }, owner), 'FORBIDDEN'],
    ];
    for (const [attempt, code] of refused) expect((await attempt).body.code).toBe(code);
    const foreign = await elsewhere.inject({
      method: 'POST',
      url: '/api/office/dnw/p2p/message',
      headers: { authorization: tokenOf(STAFF) },
      payload: { dnwHistoryId, as: 'STAFF', text: 'x' },
    });
    expect(foreign.json()).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect((await world.get('/api/dnw/p2p/latest', owner)).body.p2p.messages).toEqual([]);
    expect((await send(dnwHistoryId, { fileIds: [mine] }, owner)).status).toBe(200);
    expect((await send(dnwHistoryId, { fileIds: [mine] }, owner)).body.code).toBe('FILE_NOT_FOUND');
  });

  test('is part of the evidence of an inquiry about the request', async () => {
    const { owner, dnwHistoryId } = await begin();
    const mine = await upload(owner);
    await send(dnwHistoryId, { text: '보냈습니다', fileIds: [mine] }, owner);
    const source = dnwEvidence(world);
    expect(await source.find(principalOf(owner), dnwHistoryId, world.now())).toMatchObject({
      id: dnwHistoryId,
      type: 'WB',
      messages: [{ from: 'MEMBER', text: '보냈습니다', files: [{ id: mine }] }],
    });
    expect(await source.find(principalOf(STRANGER), dnwHistoryId, world.now())).toBeUndefined();
  });

  test('goes with its message a year later', async () => {
    const { owner, dnwHistoryId } = await begin();
    const mine = await upload(owner);
    await send(dnwHistoryId, { fileIds: [mine] }, owner);
    const forget = (days: number) =>
      world.database.transaction(async (tx) => {
        const at = millis(world.now() + days * DAY);
        const gone = await forgetOldMessages(tx, at);
        return { gone: gone > 0, files: await deleteUnattached(tx, at) };
      });
    expect((await forget(365)).files).not.toContain(mine);
    expect(await forget(367)).toMatchObject({ gone: true, files: expect.arrayContaining([mine]) });
    expect(await statusOf(mine, owner)).toBe(404);
  });
});
