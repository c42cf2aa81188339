import { siteByCode } from '@maru/contract/site';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen } from '../../screen-double.tsx';
import { serverDouble, site } from '../../server-double.ts';

afterEach(() => {
  cleanup();
  delete document.documentElement.dataset['accent'];
});

const seoul = { ...site, theme: { theme: 'light', updown: 'kr', accent: 'sea' } } as const;
const look = () => ({ ...document.documentElement.dataset });

test('a device whose owner has not chosen shows the theme of its site, and its colour', async () => {
  const server = serverDouble();
  server.answer(siteByCode, () => ({ reply: seoul }));
  openScreen('/more', { signedIn: true, server });
  await waitFor(() => expect(look()).toMatchObject({ theme: 'light', updown: 'kr', accent: 'sea' }));
});
