// The views of the tables through which a desk that follows reads accounts, one after the other. An account must be read
// as it was before the batch that names it, while the owner goes on writing the tables. So a view is used only when the
// book has passed its mark:
// - every account that a batch after the mark touches is in the book from then on, and leaves it only when a later view
//   has that batch;
// - so an account that is not in the book has not changed between the mark and the newest batch of the book.
// The next view replaces it as soon as the book has passed the mark of that one, and is opened after a few seconds,
// because the database keeps deleted rows for as long as a view is open.
import type { TablesView } from '../shadow/tables-view.ts';

export interface FollowedViews {
  /** For loading the book anew. */
  begin(): Promise<TablesView>;
  /** One to read with, for a book with this batch. False when the book has to be loaded anew. */
  renew(batch: number): Promise<boolean>;
  current(): TablesView | undefined;
  /** The newest mark of a view that was used. */
  passed(): number;
  close(): Promise<void>;
}

/** How long a view stays open while the owner appends, and while nothing happens. */
const VIEW_MS = 1_000;
const IDLE_VIEW_MS = 5_000;

export function createFollowedViews(parts: {
  readonly openView: () => Promise<TablesView>;
  readonly steadyMs: () => number;
}): FollowedViews {
  const { steadyMs } = parts;
  let view: TablesView | undefined;
  /** One whose mark the book has not passed yet. */
  let ahead: TablesView | undefined;
  let openedAt = 0;
  let passed = 0;

  function open(): Promise<TablesView> {
    openedAt = steadyMs();
    return parts.openView();
  }

  async function close(): Promise<void> {
    const closing = [view, ahead];
    view = undefined;
    ahead = undefined;
    for (const each of closing) await each?.close();
  }

  /** A view that was lost is replaced by one that the book has passed, if there is one. */
  async function resume(batch: number): Promise<boolean> {
    const opened = await open();
    if (opened.mark.batch > batch || opened.mark.batch < passed) {
      await opened.close();
      return false;
    }
    view = opened;
    passed = opened.mark.batch;
    return true;
  }

  return {
    async begin() {
      await close();
      view = await open();
      passed = view.mark.batch;
      return view;
    },
    async renew(batch) {
      if (view === undefined) return resume(batch);
      const isIdle = batch === view.mark.batch;
      if (ahead === undefined && steadyMs() - openedAt >= (isIdle ? IDLE_VIEW_MS : VIEW_MS))
        ahead = await open();
      if (ahead === undefined || ahead.mark.batch > batch) return true;
      // Somebody has written the tables anew: accounts that have left the book are not in them yet.
      if (ahead.mark.batch < passed) return false;
      const old = view;
      view = ahead;
      ahead = undefined;
      passed = view.mark.batch;
      await old.close();
      return true;
    },
    current: () => view,
    passed: () => passed,
    close,
  };
}
