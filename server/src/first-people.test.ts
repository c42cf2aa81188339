// The first people of a new site enter with what the two who opened it hand over, and nobody below them approves it.
import { expect, test } from 'vitest';
import { newcomer, OTHER_SITE, useWorld } from './account/testing.ts';
import { halfOf } from './accounts/first-password.ts';
import { testDatabases } from './db/testing.ts';
import { createFirstPeople } from './site/first-people.ts';

const [embedded] = testDatabases;
const world = useWorld(embedded!.open);
const secret = 'of first passwords';

test('the head and the head partner of a new site enter the office with both halves of their passwords', async () => {
  const staff = (level: number) => newcomer(world, { role: 'STAFF', staff: { role: 'HEAD', level } });
  const [first, second, owner] = [await staff(1), await staff(1), await staff(2)];
  const { hashPassword } = world.accounts;
  const people = createFirstPeople({ database: world.store.database, hashPassword, secret });
  expect([await people.mayApprove(second.id), await people.mayApprove(owner.id)]).toEqual([true, false]);
  const asked = {
    head: { username: 'seoulhead', name: '서울 총괄' },
    partner: { username: 'seoulpartner', name: '서울 본사', nick: '서울본사', code: 'SEOUL' },
  };
  const approved = {
    ...{ site: OTHER_SITE, body: {}, reason: '새 사이트', now: world.time.now },
    ...{ requestedBy: first.id, approvedBy: second.id },
  };
  const passwords = await people.prepare();
  expect(await people.make(OTHER_SITE, asked, approved, passwords!)).toBe(true);
  const made = await world.query<{
    id: number;
    username: string;
    nonce: string;
    firstBy: number;
    secondBy: number;
  }>(
    `select player.id, player.username, account.first_nonce as nonce, account.first_by as "firstBy",
            account.second_by as "secondBy"
       from staff_account account join player on player.id = account.player_id
      where player.site_id = $1 and player.username like 'seoul%' order by player.id`,
    [OTHER_SITE],
  );
  expect(made.map(({ username }) => username)).toEqual(['seoulhead', 'seoulpartner']);
  for (const { id: player, username, nonce, firstBy, secondBy } of made) {
    expect([firstBy, secondBy]).toEqual([first.id, second.id]);
    const half = (which: 'FIRST' | 'SECOND') => halfOf(secret, { player, nonce, half: which });
    const who = { username, password: `${half('FIRST')}-${half('SECOND')}`, siteInfoId: OTHER_SITE };
    const entered = await world.post('/api/office/login', who);
    expect(entered.body.me).toMatchObject({ mustChangePassword: true, site: { id: OTHER_SITE } });
    expect(entered.body.me.role).toBe(username === 'seoulhead' ? 'HEAD' : 'PARTNER');
  }
  const verified = await world.get(`/api/partner/verify?partnerPk=SEOUL&siteInfoId=${OTHER_SITE}`);
  expect(verified.body).toEqual({ partnerPk: 'SEOUL', nick: '서울본사' });
});
