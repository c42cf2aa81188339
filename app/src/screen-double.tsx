// One screen of the whole app, and the taps on it: shared by the tests of the screens.
import { createMemoryHistory } from '@tanstack/history';
import { act, fireEvent, screen } from '@testing-library/react';
import { openApp } from './app-double.tsx';
import type { ServerDouble } from './server-double.ts';
import type { Device } from './shell/device/device.tsx';
import type { Language } from './text/language.tsx';

interface Visit {
  readonly signedIn?: boolean;
  readonly server?: ServerDouble;
  /** Pages that were opened before this one. */
  readonly before?: readonly string[];
  readonly language?: Language;
  readonly openAudio?: Device['openAudio'];
  readonly isWide?: boolean;
  readonly drawnIn?: HTMLElement;
  /** What the device stored on earlier visits. */
  readonly stored?: Map<string, string>;
  readonly isNew?: boolean;
}

export function openScreen(path: string, { signedIn = false, before = [], ...visit }: Visit = {}) {
  const initialEntries = [...before, path];
  const history = createMemoryHistory({ initialEntries, initialIndex: before.length });
  const app = openApp({
    signedIn,
    history,
    ...visit,
  });
  return {
    ...app,
    at: () => history.location.pathname,
    /** Bodies of the requests to a call, in order. */
    sent: (call: { readonly path: string }) =>
      app.server.asked.filter(({ path: asked }) => asked === call.path).map(({ body }) => body),
  };
}

export const tap = (name: string | RegExp, role = 'button') =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })));

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { selector: 'input' });

export const write = (label: string, value: string) =>
  act(async () => fireEvent.change(field(label), { target: { value } }));

/** Types and moves the focus to another field. */
export async function fill(label: string, value: string) {
  await write(label, value);
  await act(async () => fireEvent.blur(field(label)));
}
