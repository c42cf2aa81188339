// The books of a site: balance sheet, income statement, reports by day, and single movements.
import { useState } from 'react';
import { Chips } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { words } from '../text/books.ts';
import './books.css';
import { IncomePage } from './income-page.tsx';
import { LedgerPage } from './ledger-page.tsx';
import { PartnersPage } from './partners-page.tsx';
import { ReportPage } from './report-page.tsx';
import { SheetPage } from './sheet-page.tsx';

const pages = {
  SHEET: SheetPage,
  INCOME: IncomePage,
  REPORT: ReportPage,
  LEDGER: LedgerPage,
  PARTNERS: PartnersPage,
};

export function Screen() {
  const [page, setPage] = useState<keyof typeof pages>('SHEET');
  const Shown = pages[page];
  return (
    <Page
      title={words.title}
      tools={
        <Chips
          label={words.pages}
          choices={[
            { value: 'SHEET', label: words.sheet },
            { value: 'INCOME', label: words.income },
            { value: 'REPORT', label: words.report },
            { value: 'LEDGER', label: words.ledger },
            { value: 'PARTNERS', label: words.partners },
          ]}
          value={page}
          onChange={setPage}
        />
      }
    >
      <Shown />
    </Page>
  );
}
