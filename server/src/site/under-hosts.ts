// Which site is meant under which host name: for the platform, and for gateways, which know of the sites only this.

export interface HostedSite<Id extends number> {
  readonly id: Id;
  readonly hosts: readonly string[];
}

export interface UnderHosts<Id extends number> {
  /**
   * The host that a site claims decides; otherwise the id does, and with neither it is the first site without hosts.
   */
  siteOf(host: string, siteInfoId?: number): Id | undefined;
  /** False for a host that no site claims, when every site has hosts of its own. */
  servesHost(host: string): boolean;
  /** The site that claims this host; undefined when none does, and any site may be meant. */
  byHost(host: string): Id | undefined;
}

export function underHosts<Id extends number>(sites: readonly HostedSite<Id>[]): UnderHosts<Id> {
  const claimed = new Map(sites.flatMap(({ id, hosts }) => hosts.map((host) => [host, id] as const)));
  /** Those without hosts of their own, which any host reaches. */
  const nameless = new Map(
    sites.filter(({ hosts }) => hosts.length === 0).map(({ id }) => [id as number, id]),
  );
  return {
    siteOf(host, siteInfoId) {
      const named = claimed.get(host.toLowerCase());
      if (named !== undefined) return siteInfoId === undefined || siteInfoId === named ? named : undefined;
      // A site with its own hosts is served under them only, so that no site appears under another site's host.
      return siteInfoId === undefined ? nameless.values().next().value : nameless.get(siteInfoId);
    },
    servesHost: (host) => claimed.has(host.toLowerCase()) || nameless.size > 0,
    byHost: (host) => claimed.get(host.toLowerCase()),
  };
}
