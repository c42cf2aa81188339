import type { Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useFile } from '../shell/use-file.ts';
import { words } from '../text/shell.ts';
import { Button } from './button.tsx';

/** Saves the file that a call answers with: rows that are not here, made by the server. */
export function FileButton<C extends AnyCall>({
  call,
  query,
}: {
  readonly call: C;
  readonly query: Sent<C>['query'];
}) {
  const { isBusy, save } = useFile(call, query);
  return (
    <Button size="small" kind="quiet" icon="download" busy={isBusy} onPress={() => void save()}>
      {words.csv}
    </Button>
  );
}
