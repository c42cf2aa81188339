// What a member proves about themselves, and the terms, as a feature of the server. Codes and passwords are with the
// accounts, which are opened earlier (`account/open-accounts.ts`).
import { myIdentity, niceId } from '@maru/contract/identity/member-calls';
import { toDecimal } from '@maru/engine/amount';
import { type Level, MOST_WON_A_DAY } from '@maru/engine/cashier/levels';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, earlier, HOUR_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { FeatureParts, ServerFeature } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import { findIdentity, levelOf } from './level-store.ts';
import { mountPerson } from './mount-person.ts';
import { createPersons, forgetOldResults, type Persons } from './person.ts';
import { termsRoutes } from './terms.ts';

const LEVELS: readonly Level[] = [0, 1, 2, 3];
const limits = LEVELS.map((level) => {
  const won = MOST_WON_A_DAY[level];
  return { level, won: won === undefined ? null : toDecimal(won) };
});

export const identityMemberRoutes = ({
  database,
  sites,
  persons,
}: Pick<FeatureParts, 'database'> & {
  readonly sites: Pick<FeatureParts['sites'], 'siteOf'>;
  readonly persons: Persons;
}): readonly Route[] => [
  serve(myIdentity, async ({ principal }) => {
    const proven = await database.transaction((tx) => findIdentity(tx, principal));
    if (proven === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
    const isPerson = proven.personVerifiedAt !== null;
    return {
      ok: true,
      reply: {
        email: proven.email ?? '',
        emailVerifiedMillis: proven.emailVerifiedAt?.getTime() ?? null,
        phone: proven.phone ?? '',
        phoneVerifiedMillis: proven.phoneVerifiedAt?.getTime() ?? null,
        personName: isPerson ? proven.name : null,
        personVerifiedMillis: proven.personVerifiedAt?.getTime() ?? null,
        level: levelOf(proven),
        limits,
      },
    };
  }),
  serve(niceId, async ({ query: { host }, principal: { site, player }, now }) => {
    // The page is always one of our own host: what the client says of its host can only be refused.
    if (host !== undefined && sites.siteOf(host.replace(/:\d+$/, ''), site) !== site)
      return { ok: false, refusal: 'HOST_UNKNOWN', field: 'host' };
    const { provider } = persons;
    const url = provider.pageFor(persons.newOrder(site, player, now));
    return { ok: true, reply: { url, isStandIn: provider.isStandIn } };
  }),
  ...termsRoutes({ database }),
];

export const identityFeature: ServerFeature = {
  name: 'identity',
  open: async ({ shard, database, sites, secretOf, time: { clock, wait }, log }) => {
    const persons = createPersons({ database, secret: secretOf('person-secret') });
    const loop = createLoop({
      work: () => database.transaction((tx) => forgetOldResults(tx, earlier(clock(), DAY_MS))),
      restMs: () => HOUR_MS,
      wait,
      log,
      failure: 'deleting old results of the identity provider failed, retrying in an hour',
    });
    return {
      routes: identityMemberRoutes({ database, sites, persons }),
      mount: (app) => mountPerson(app, { persons, clock }),
      async start() {
        if (shard === PLATFORM_SHARD) loop.start();
      },
      stop: () => loop.stop(),
    };
  },
};
