// Lists that are answered page by page.

/** Paging ends after this many rows; for older ones a client requests the rows before the last one, or by time. */
export const MOST_LISTED = 10_000;

export const pageReply = <Item>(
  content: readonly Item[],
  { page, size, total }: { readonly page: number; readonly size: number; readonly total: number },
) => ({ content: [...content], page, size, totalElements: total, totalPages: Math.ceil(total / size) });
