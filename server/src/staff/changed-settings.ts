// What staff have changed of a product's settings, by site and by the number of the offer or instrument. Whatever they
// have not changed is the product's default. A setting is described once: by its column.
import { toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { fieldsOf, selectFrom, upsertMany } from '../shadow/statements.ts';
import { type Columns, column, nullable, type Read, table } from '../shadow/table.ts';
import { type ChangeArea, insertStaffChange, type StaffChange } from './changes.ts';

export interface ChangedSettings<Change> {
  /** Undefined where everything is the default. */
  of(site: SiteId, option: number): Change | undefined;
  /** Saves the changes that apply from now on, with the settings before and after for the history. */
  save(
    saved: Omit<StaffChange, 'area' | 'subject'> & { readonly option: number; readonly change: Change },
  ): Promise<void>;
}

export async function openChangedSettings<Described extends Columns>(
  database: Database,
  { name, columns, area }: { readonly name: string; readonly columns: Described; readonly area: ChangeArea },
): Promise<ChangedSettings<Partial<Read<Described>>>> {
  type Change = Partial<Read<Described>>;
  const settings = table(name, {
    site: column.bigint<SiteId>('site_id'),
    option: column.int('option_id'),
    changedBy: column.bigint('changed_by'),
    changedAt: column.time('changed_at'),
    ...(Object.fromEntries(
      Object.entries(columns).map(([field, each]) => [field, nullable(each)]),
    ) as Columns),
  });
  const readSettings = selectFrom(settings, fieldsOf(settings, 'changedBy', 'changedAt'));
  const saveSettings = upsertMany(settings, { key: ['site', 'option'] });
  const nameOf = (site: SiteId, option: number) => `${site}/${option}`;
  const changed = new Map<string, Change>();
  for (const { site, option, ...stored } of await database.transaction((tx) => readSettings(tx, '')))
    changed.set(nameOf(site, option), present(stored) as Change);
  return {
    of: (site, option) => changed.get(nameOf(site, option)),
    async save({ site, option, change, before, after, by }) {
      const row = { ...change, site, option, changedBy: by.staff, changedAt: by.now };
      await database.transaction(async (tx) => {
        await saveSettings(tx, [row]);
        await insertStaffChange(tx, { site, area, subject: String(option), before, after, by });
      });
      changed.set(nameOf(site, option), change);
    },
  };
}

const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The change that a call requests: the wire has the same names, and decimals as the database returns them. */
export function changeOf<Described extends Columns>(
  columns: Described,
  asked: { readonly [Field in keyof Described]?: unknown },
): Partial<Read<Described>> {
  const values = Object.entries(columns).map(([field, { read }]) => {
    const value = asked[field];
    return [field, value === undefined ? undefined : read(value)];
  });
  return present(Object.fromEntries(values)) as Partial<Read<Described>>;
}

type OnWire<Setting> = {
  readonly [Field in keyof Setting]: Setting[Field] extends bigint ? string : Setting[Field];
};

/** Amounts and rates are decimals on the wire. */
export const wireSetting = <Setting extends object>(setting: Setting): OnWire<Setting> =>
  Object.fromEntries(
    Object.entries(setting).map(([field, value]) => [
      field,
      typeof value === 'bigint' ? toDecimal(value) : value,
    ]),
  ) as OnWire<Setting>;
