// What a gateway knows of the sites: of which shard they are, under which names they are served, and which calls may be
// sent twice. The owners of the shards tell it.
import { type UnderHosts, underHosts } from '../site/under-hosts.ts';
import { type IsRepeatable, NOTHING_REPEATED, repeatable } from './call-kinds.ts';
import type { About, Beat } from './messages.ts';

export interface KnownSites {
  /** Whether the owner has told something since that is not known here. It is asked for once. */
  isNews(beat: Beat): boolean;
  learn(shard: number, about: About): void;
  /** It could not be asked: the next beat is news again. */
  forget(shard: number): void;
  readonly hosts: () => UnderHosts<number>;
  servesHost(host: string): boolean;
  languageOf(site: number): 'ko' | 'en';
  /**
   * Where sites are of several shards, each has names of its own. Without one it is the shard of the first site: with a
   * single shard that is always right.
   */
  shardUnder(host: string): number;
  readonly isRepeatable: IsRepeatable;
  readonly shards: () => readonly number[];
}

export function createKnownSites(): KnownSites {
  const asked = new Map<number, { readonly epoch: number; readonly about: number }>();
  const known = new Map<number, About>();
  let hosts = underHosts<number>([]);
  let shardOf = new Map<number, number>();
  let languages = new Map<number, 'ko' | 'en'>();
  let isRepeatable: IsRepeatable = NOTHING_REPEATED;
  let first = 0;

  return {
    isNews({ shard, epoch, about }) {
      const last = asked.get(shard);
      if (last?.epoch === epoch && last.about === about) return false;
      asked.set(shard, { epoch, about });
      return true;
    },
    learn(shard, about) {
      known.set(shard, about);
      const all = [...known].sort(([a], [b]) => a - b);
      const sites = all.flatMap(([of, { sites: some }]) => some.map((site) => ({ ...site, shard: of })));
      hosts = underHosts(sites);
      shardOf = new Map(sites.map(({ id, shard: of }) => [id, of]));
      languages = new Map(sites.map(({ id, language }) => [id, language]));
      first = all[0]?.[0] ?? 0;
      // Every desk of a platform serves the same calls; the newest has told last.
      isRepeatable = repeatable(about);
    },
    forget: (shard) => void asked.delete(shard),
    hosts: () => hosts,
    servesHost: (host) => known.size === 0 || hosts.servesHost(host),
    languageOf: (site) => languages.get(site) ?? 'ko',
    shardUnder(host) {
      const site = hosts.siteOf(host);
      return (site === undefined ? undefined : shardOf.get(site)) ?? first;
    },
    isRepeatable: (...call) => isRepeatable(...call),
    shards: () => [...known.keys()],
  };
}
