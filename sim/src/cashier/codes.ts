import { mix } from '../dice.ts';

/** The hash of a code as the platform of this run issues it; each site has a few, one after the other. */
export function hashOf(seed: number, site: number, number: number): string {
  let text = '';
  for (let part = 0; part < 8; part += 1)
    text += mix(seed, 4_711, site, number, part).toString(16).padStart(8, '0');
  return text;
}
