import { overseaHistory, type WireOverseaFill } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { fillPatches } from './fill-patches.ts';
import { FillRows } from './fill-rows.tsx';

/** The fills of this instrument, openings as well as closes. */
export function FillsPanel({ instrument }: { readonly instrument: WireOverseaOption }) {
  const words = useWords(overseaAccountWords);
  const query = { overseaOptionId: instrument.id };
  const pages = usePages<WireOverseaFill, typeof overseaHistory>(overseaHistory, query, fillPatches(query));
  return (
    <PagedList
      pages={pages}
      skeleton={{ count: 4 }}
      failedTitle={words.fillsFailed}
      empty={<StatePanel kind="empty" title={words.noFills} sentence={words.noFillsLead} />}
      spacing="dense"
    >
      <section aria-label={words.fills}>
        <FillRows fills={pages.items} dense />
      </section>
    </PagedList>
  );
}
