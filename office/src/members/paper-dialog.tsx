// A receipt or the report of a liquidation, as the member's own app gets it.
import { Modal } from '@maru/app/ui/overlays/modal';
import type { AnyCall } from '@maru/contract/call';
import { useId } from 'react';
import { Button } from '../parts/button.tsx';
import { useRead } from '../shell/use-read.ts';
import { words as shell } from '../text/shell.ts';

export interface Paper {
  readonly call: AnyCall;
  readonly query: Readonly<Record<string, number>>;
  readonly title: string;
}

export function PaperDialog({ paper, onClose }: { readonly paper: Paper; readonly onClose: () => void }) {
  const title = useId();
  const { data, fault } = useRead(paper.call, paper.query as never);
  return (
    <Modal open onClose={onClose} placement="centre" labelledBy={title} panelClassName="office-dialog paper">
      <h2 id={title} className="office-dialog__title">
        {paper.title}
      </h2>
      {data === undefined ? (
        <p role="status">{fault?.message ?? shell.loading}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="paper__lines" tabIndex={0} aria-label={paper.title}>
          <dl>
            {linesOf(data).map(([name, value]) => (
              <div key={name} className="paper__line">
                <dt>{name}</dt>
                <dd className="figure">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <p className="office-dialog__actions">
        <Button onPress={onClose}>{shell.close}</Button>
      </p>
    </Modal>
  );
}

/** Every value with the way to it, as its JSON has it: nothing of a receipt is left out or translated. */
function linesOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value ?? '–')]];
  return Object.entries(value).flatMap(([name, each]) =>
    linesOf(each, path === '' ? name : `${path}.${name}`),
  );
}
