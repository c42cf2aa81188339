// Settings of sites, and new ones. A change is saved with its row of the history and holds at once, without a restart;
// what reaches money, rules or host names is asked for by one member of staff and made when another one approves.
import type { ReplyOf } from '@maru/contract/call';
import { changeSite, officeSite, officeSites, openSite } from '@maru/contract/site/office';
import {
  ALONE,
  COINS,
  FIXED_BY_MEMBERS,
  faultOfSite,
  listOfHosts,
  type SettingName,
  type SiteSettings,
} from '@maru/contract/site/settings';
import { coinList, type SiteFeatures, siteFeatures } from '@maru/contract/site-type';
import { assert } from '@maru/engine/assert';
import type { SiteId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import { hostName } from '../http/headers.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import type { HeldProduct } from '../product/server-product.ts';
import { type ChangedBy, insertStaffChange } from '../staff/changes.ts';
import type { Performed, StaffRequests } from '../staff/requests.ts';
import { banks } from './banks.ts';
import type { FirstPeople } from './first-people.ts';
import type { Site, Sites } from './sites.ts';
import {
  hasMembers,
  insertSite,
  listSites,
  lockSites,
  type NewSite,
  type SiteRow,
  updateSite,
} from './store.ts';

interface OfficeDeps {
  /** To which a new site is added. */
  readonly shard: number;
  readonly database: Database;
  readonly sites: Sites;
  readonly requests: StaffRequests;
  readonly held: readonly HeldProduct[];
  readonly people: FirstPeople;
}

type Change = Partial<SiteSettings>;
type Wanted = SiteSettings & Pick<NewSite, 'code' | 'moneyMode'>;
type Asked = Wanted & Parameters<FirstPeople['make']>[1];
type Fault = Extract<Performed, { ok: false }>;

/** Each is in memory, in every list of sites and in every round. */
const MOST_SITES = 100;

function settingsOf(row: Omit<SiteRow, 'id'> & Pick<Site, 'shownTheme'>): SiteSettings {
  const { name, stockPrefix, overseaPrefix, binaryCurrency, type, language } = row;
  return {
    ...{ name, stockPrefix, overseaPrefix, binaryCurrency, type, language },
    hosts: listOfHosts(row.hosts),
    usedCoins: coinList(row.usedCoins),
    depositCoins: coinList(row.depositCoins),
    buyCoins: coinList(row.buyCoins),
    practiceCredit: row.practiceCredit,
    refillMost: row.refillMost,
    theme: row.shownTheme,
    banks: row.banks,
  };
}

const rowOf = (settings: SiteSettings) => ({
  ...settings,
  hosts: settings.hosts.join(','),
  usedCoins: settings.usedCoins.join(','),
  depositCoins: settings.depositCoins.join(','),
  buyCoins: settings.buyCoins.join(','),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those that really differ. */
const changedOf = (before: SiteSettings, wanted: Change): Change =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isSame(value, before[name as SettingName]),
    ),
  );

const namesOf = (change: Change) => Object.keys(change) as SettingName[];

const turnedOff = (before: string, after: string): readonly (keyof SiteFeatures)[] => {
  const [was, is] = [siteFeatures(before), siteFeatures(after)];
  assert(was !== undefined && is !== undefined, 'types were checked before they are compared');
  return (Object.keys(was) as (keyof SiteFeatures)[]).filter((feature) => was[feature] && !is[feature]);
};

/** docs/rules.md 7.1: those who run the platform see and open sites, everybody else has one. */
const runsPlatform = ({ standing }: Principal): boolean => standing?.level === 1;

const invalid = (field: SettingName): Fault => ({ ok: false, refusal: 'SITE_INVALID', field });

export function siteOfficeRoutes({
  shard,
  database,
  sites,
  requests,
  held,
  people,
}: OfficeDeps): readonly Route[] {
  /** Undefined when the settings may stand on this site beside the other sites. */
  function faultIn(
    settings: SiteSettings,
    of: SiteId | undefined,
    rows: readonly SiteRow[],
  ): Fault | undefined {
    const field = faultOfSite(settings);
    if (field !== undefined) return invalid(field);
    if (settings.banks?.some((id) => !banks.some((bank) => bank.id === id)) === true) return invalid('banks');
    const taken = new Set(rows.filter(({ id }) => id !== of).flatMap(({ hosts }) => listOfHosts(hosts)));
    if (settings.hosts.some((host) => taken.has(host)))
      return { ok: false, refusal: 'SITE_HOST_TAKEN', field: 'hosts' };
    return undefined;
  }

  async function faultOfChange(tx: Tx, site: Site, change: Change): Promise<Fault | undefined> {
    const before = settingsOf(site);
    const after = { ...before, ...change };
    const fault = faultIn(after, site.id, await listSites(tx));
    if (fault !== undefined) return fault;
    const fixed = FIXED_BY_MEMBERS.find((name) => name in change);
    if (fixed !== undefined && (await hasMembers(tx, site.id)))
      return { ok: false, refusal: 'SITE_HAS_MEMBERS', field: fixed };
    const isHeld = turnedOff(before.type, after.type).some((feature) =>
      held.some((product) => product.feature === feature && product.isHeldOn(site.id)),
    );
    return isHeld ? { ok: false, refusal: 'SITE_PRODUCT_HELD', field: 'type' } : undefined;
  }

  /** Checked again under the lock: sites and members may be others than when it was asked for. */
  async function change(id: SiteId, wanted: Change, by: ChangedBy): Promise<Performed> {
    const site = sites.byId(id);
    if (site === undefined) return { ok: false, refusal: 'SITE_INVALID' };
    const fault = await database.transaction(async (tx) => {
      await lockSites(tx);
      const found = await faultOfChange(tx, site, wanted);
      if (found !== undefined) return found;
      const before = settingsOf(site);
      const after = { ...before, ...wanted };
      await updateSite(tx, id, rowOf(after));
      const named = (of: SiteSettings) => Object.fromEntries(namesOf(wanted).map((name) => [name, of[name]]));
      await insertStaffChange(tx, {
        ...{ site: id, area: 'SITE', subject: namesOf(wanted).join(',') },
        ...{ before: named(before), after: named(after), by },
      });
      return undefined;
    });
    if (fault !== undefined) return fault;
    await sites.reload();
    return { ok: true };
  }

  async function faultOfNew(tx: Tx, wanted: Wanted): Promise<Fault | undefined> {
    const rows = await listSites(tx);
    if (rows.length >= MOST_SITES) return { ok: false, refusal: 'SITE_FULL' };
    if (rows.some(({ code }) => code === wanted.code))
      return { ok: false, refusal: 'SITE_CODE_TAKEN', field: 'code' };
    return faultIn(wanted, undefined, rows);
  }

  requests.perform('SITE_SETTING', ({ site, body, reason, requestedBy, approvedBy, now }) =>
    change(site, body as Change, { staff: requestedBy, confirmedBy: approvedBy, now, reason }),
  );

  requests.performPrepared('SITE_NEW', people.prepare, async (approved, passwords) => {
    const { site, body, reason, requestedBy, approvedBy, now } = approved;
    const { code, moneyMode, head, partner, ...settings } = body as Asked;
    if (!(await people.mayApprove(approvedBy))) return { ok: false, refusal: 'FORBIDDEN' };
    const fault = await database.transaction(async (tx) => {
      await lockSites(tx);
      const found = await faultOfNew(tx, { code, moneyMode, ...settings });
      if (found !== undefined) return found;
      const added = await insertSite(tx, {
        ...{ shard, code, moneyMode, ...rowOf(settings) },
        coinSettings: Object.fromEntries(COINS.map((coin) => [coin, { places: 8 }])),
        moneySettings: { toMembers: moneyMode === 'PRACTICE' },
      });
      assert(added, 'a code that nobody has is free while the table is locked');
      await insertStaffChange(tx, {
        ...{ site, area: 'SITE', subject: `new ${code}`, before: null },
        ...{ after: { code, moneyMode, ...settings } },
        by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
      });
      return undefined;
    });
    if (fault !== undefined) return fault;
    await sites.reload();
    const opened = sites.byCode(code);
    assert(opened !== undefined, 'a site that was added is known');
    // The site is open by now whatever happens: whoever is missing is asked for as any other account.
    await people.make(opened.id, { head, partner }, approved, passwords);
    return { ok: true };
  });

  return [
    serve(officeSites, async ({ principal }) => {
      const mayOpen = runsPlatform(principal);
      const all = mayOpen ? sites.all() : sites.all().filter(({ id }) => id === principal.site);
      const content = all.map(({ id, code, name, hosts, type, moneyMode, language }) => ({
        ...{ id, code, name, type, moneyMode, language },
        hosts: [...listOfHosts(hosts)],
      }));
      return { ok: true, reply: { content, mayOpen } };
    }),
    serve(officeSite, async ({ principal }) => {
      const site = sites.byId(principal.site);
      return site === undefined
        ? { ok: false, refusal: 'FORBIDDEN' }
        : { ok: true, reply: await shownSite(database, site) };
    }),
    serve(changeSite, async ({ body, principal: { site: id, player: staff }, now, host }) => {
      const { siteInfoId: _, reason, ...asked } = body;
      const site = sites.byId(id);
      if (site === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      const wanted = changedOf(settingsOf(site), asked as Change);
      if (namesOf(wanted).length === 0) return { ok: false, refusal: 'SITE_INVALID', field: 'reason' };
      if (wanted.hosts !== undefined && !isServed(sites, id, wanted.hosts, host))
        return { ok: false, refusal: 'SITE_INVALID', field: 'hosts' };
      if (namesOf(wanted).every((name) => ALONE.includes(name))) {
        const done = await change(id, wanted, { staff, now, reason });
        if (!done.ok) return refusedOf(done);
        return { ok: true, reply: { ...(await shownSite(database, sites.byId(id) ?? site)), waiting: null } };
      }
      const fault = await database.transaction((tx) => faultOfChange(tx, site, wanted));
      if (fault !== undefined) return refusedOf(fault);
      const subject = namesOf(wanted).toSorted().join(',');
      const waiting = await requests.ask({
        ...{ site: id, kind: 'SITE_SETTING', subject, body: wanted, reason, staff, now },
      });
      if (waiting === undefined) return { ok: false, refusal: 'ALREADY_PROCESSED' };
      return { ok: true, reply: { ...(await shownSite(database, site)), waiting } };
    }),
    serve(openSite, async ({ body, principal, now }) => {
      const { siteInfoId: _, reason, ...wanted } = body;
      const { site, player: staff } = principal;
      if (!runsPlatform(principal)) return { ok: false, refusal: 'FORBIDDEN' };
      const fault = await database.transaction((tx) => faultOfNew(tx, wanted));
      if (fault !== undefined) return refusedOfNew(fault);
      const waiting = await requests.ask({
        ...{ site, kind: 'SITE_NEW', subject: wanted.code, body: wanted, reason, staff, now },
      });
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting } };
    }),
  ];
}

async function shownSite(database: Database, site: Site): Promise<ReplyOf<typeof officeSite>> {
  const members = await database.transaction((tx) => hasMembers(tx, site.id));
  return { ...wireOf(site), hasMembers: members };
}

/** A typing error in the host names must not leave the office without an address. */
function isServed(sites: Sites, id: SiteId, changed: readonly string[], host: string): boolean {
  const each = sites.all().map((site) => (site.id === id ? changed : listOfHosts(site.hosts)));
  return each.some((hosts) => hosts.length === 0 || hosts.includes(hostName(host)));
}

const wireOf = (site: Site) => {
  const settings = settingsOf(site);
  const { id, code, moneyMode } = site;
  return {
    ...{ id, code, moneyMode },
    ...settings,
    hosts: [...settings.hosts],
    usedCoins: [...settings.usedCoins],
    depositCoins: [...settings.depositCoins],
    buyCoins: [...settings.buyCoins],
    practiceCredit: { ...settings.practiceCredit },
    refillMost: { ...settings.refillMost },
    banks: settings.banks === null ? null : [...settings.banks],
  };
};

/** Of what performing may refuse, a change is refused with these alone. */
function refusedOf(fault: Fault) {
  const { refusal, field } = fault;
  assert(
    refusal === 'SITE_INVALID' ||
      refusal === 'SITE_HOST_TAKEN' ||
      refusal === 'SITE_HAS_MEMBERS' ||
      refusal === 'SITE_PRODUCT_HELD',
    `a change of a site is not refused with ${refusal}`,
  );
  return { ok: false, refusal, ...(field === undefined ? {} : { field }) } as const;
}

function refusedOfNew(fault: Fault) {
  const { refusal, field } = fault;
  assert(
    refusal === 'SITE_INVALID' ||
      refusal === 'SITE_HOST_TAKEN' ||
      refusal === 'SITE_CODE_TAKEN' ||
      refusal === 'SITE_FULL',
    `a new site is not refused with ${refusal}`,
  );
  return { ok: false, refusal, ...(field === undefined ? {} : { field }) } as const;
}
