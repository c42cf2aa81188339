import type { WireOverseaOption } from '@maru/contract/market';
import { overseaHistory, type WireOverseaFill } from '@maru/contract/oversea';
import { usePages } from '../../receipt/use-pages.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { fillPatches } from './fill-patches.ts';
import { OverseaFillRows } from './fill-rows.tsx';
import './fills-panel.css';

/** What was filled on this instrument, openings as well as closings. */
export function FillsPanel({ option }: { readonly option: WireOverseaOption }) {
  const words = useWords(overseaAccountWords);
  const query = { overseaOptionId: option.id };
  const pages = usePages<WireOverseaFill, typeof overseaHistory>(overseaHistory, query, fillPatches(query));
  if (pages.state === 'loading') return <SkeletonRows count={4} figures />;
  if (pages.state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={words.fillsFailed}
        sentence={pages.message}
        action={{ label: words.retry, onPress: pages.reload }}
      />
    );
  if (pages.items.length === 0)
    return <StatePanel kind="empty" title={words.noFills} sentence={words.noFillsLead} />;
  return (
    <section aria-label={words.fills}>
      <OverseaFillRows fills={pages.items} isNamed={false} dense />
      <div className="fills-panel__end">
        {pages.hasMore ? (
          <Button kind="tonal" size="medium" busy={pages.isFetching} onPress={pages.more}>
            {words.more}
          </Button>
        ) : (
          <p>{words.allSeen}</p>
        )}
      </div>
    </section>
  );
}
