// The frame of the three pages of copy trading: applications, traders, copies.
import type { ReactNode } from 'react';
import { Chips } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { words } from '../text/copytrade.ts';
import './copytrade.css';

export type CopytradePart = keyof typeof words.parts;

const PATHS: Readonly<Record<CopytradePart, string>> = {
  APPLICATIONS: '/copytrade',
  TRADERS: '/copytrade/traders',
  JOBS: '/copytrade/jobs',
};

interface Props {
  readonly part: CopytradePart;
  /** Applications that wait. */
  readonly waiting?: number | undefined;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export function CopytradePage({ part, waiting, tools, children }: Props) {
  const { place } = useOffice();
  return (
    <Page title={words.title} tools={tools}>
      <Chips
        label={words.part}
        choices={(['APPLICATIONS', 'TRADERS', 'JOBS'] as const).map((value) => ({
          value,
          label: words.parts[value],
          count: value === 'APPLICATIONS' && waiting !== undefined && waiting > 0 ? waiting : undefined,
        }))}
        value={part}
        onChange={(chosen) => place.go(PATHS[chosen])}
      />
      {children}
    </Page>
  );
}

/** To a member's own page, for who may read members. */
export const memberPath = (playerId: number): string => `/members?id=${playerId}`;
export const jobsPath = (of: { readonly trader?: number; readonly player?: number }): string =>
  `${PATHS.JOBS}?${new URLSearchParams(Object.entries(of).map(([name, id]) => [name, String(id)]))}`;
