/** How many connections each address holds; counted before anything is allocated for them. */
export interface Addresses {
  enter(address: string): boolean;
  leave(address: string): void;
}

export function createAddresses(most: number): Addresses {
  const counts = new Map<string, number>();
  return {
    enter(address) {
      const count = counts.get(address) ?? 0;
      if (count >= most) return false;
      counts.set(address, count + 1);
      return true;
    },
    leave(address) {
      const count = counts.get(address) ?? 0;
      if (count > 1) counts.set(address, count - 1);
      else counts.delete(address);
    },
  };
}
