// Deposits and withdrawals as evidence of an inquiry: the row that the member reads, for them alone.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { type Person, principalOf, STAFF, STRANGER } from '../http/testing.ts';
import { dnwEvidence } from './dnw-evidence.ts';
import { useWorld } from './testing.ts';

describe.each(testDatabases)('evidence of the cashier on $name', ({ open }) => {
  const world = useWorld(open);
  const prove = (id: number, by: Person) => dnwEvidence(world).find(principalOf(by), id, world.now());
  const listed = async (by: Person) => (await world.get('/api/dnw/list', by)).body.content[0];

  test('a deposit is proven as it stands, open and approved', async () => {
    const owner = await world.newcomer();
    const { id } = (await world.post('/api/dnw/deposit/apply', { point: '50000' }, owner)).body.request;
    expect(await prove(id, owner)).toMatchObject({ id, type: 'D', status: 0, change: '0' });
    await world.post('/api/office/dnw/approve', { dnwHistoryId: id }, STAFF);
    expect(await prove(id, owner)).toEqual(await listed(owner));
    expect(await prove(id, owner)).toMatchObject({ status: 1, change: '50000' });
    expect(await prove(id, STRANGER)).toBeUndefined();
    expect(await prove(id, STAFF)).toBeUndefined();
  });

  test('a withdrawal is proven with its reason', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const { id } = (await world.post('/api/dnw/withdraw/apply', { point: '300000' }, owner)).body.request;
    await world.post('/api/office/dnw/reject', { dnwHistoryId: id, reason: '예금주가 다릅니다' }, STAFF);
    expect(await prove(id, owner)).toEqual(await listed(owner));
    expect(await prove(id, owner)).toMatchObject({ type: 'W', status: 2, reason: '예금주가 다릅니다' });
    expect(await prove(id, STRANGER)).toBeUndefined();
  });
});
