// One address may name several servers, as libpq writes it: `postgres://user:pw@h1:5432,h2:5432/maru`. The driver knows
// only addresses of one server each.

const SEVERAL = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<rest>.*)$/s;

/** An address of each server, in the given order. An address of one server is returned as it is. */
export function addressesOf(url: string): readonly string[] {
  const { scheme = '', authority = '', rest = '' } = SEVERAL.exec(url)?.groups ?? {};
  const hostsFrom = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(hostsFrom).split(',');
  if (hosts.length === 1) return [url];
  return hosts.map((host) => `${scheme}${authority.slice(0, hostsFrom)}${host}${rest}`);
}

/** Where a server is, for logs and errors: never the account or the password. */
export const placeOf = (address: string): string => {
  const { hostname, port } = new URL(address);
  return `${decodeURIComponent(hostname)}:${port === '' ? '5432' : port}`;
};

/** What is wrong with an address of several servers. It never has a part of the address, which holds a password. */
export function addressFault(url: string): string | undefined {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return undefined;
  const unreadable = addresses.findIndex(
    (address) => !URL.canParse(address) || new URL(address).hostname === '',
  );
  if (unreadable >= 0) return `host ${unreadable + 1} of ${addresses.length} cannot be read`;
  const query = new URL(addresses[0] as string).searchParams;
  if (query.has('host') || query.has('port')) return 'several hosts stand before the path, not in the query';
  // Which server is used is not up to the address, so one that asks for another kind would be misleading.
  if (!['read-write', 'primary'].includes(query.get('target_session_attrs') ?? 'primary'))
    return 'target_session_attrs can only be read-write or primary';
  return undefined;
}
