// A device in a test: its storage is a map, and its colour scheme never changes.
import { createDevice } from './shell/device/device.tsx';

export const deviceDouble = ({
  stored = new Map<string, string>(),
  ...edges
}: { readonly stored?: Map<string, string> } & Partial<Parameters<typeof createDevice>[0]> = {}) =>
  createDevice({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    prefix: 'maru.',
    cookies: { read: () => '', write: () => {} },
    onSchemeChange: () => () => {},
    ...edges,
  });
