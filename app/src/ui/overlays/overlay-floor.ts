// A dialog of the browser is in the top layer, above every z-index, and the last one shown is on top. What must stay
// above them (toasts, and above all the practice mark) is a popover that is shown again after each opening.

interface ElementAbove {
  readonly element: HTMLElement;
  readonly rank: number;
}

let elementsAbove: readonly ElementAbove[] = [];

/** Keeps a manual popover above every overlay; among several the greater rank is on top. */
export function keepAbove(element: HTMLElement, rank: number): () => void {
  const mine = { element, rank };
  elementsAbove = [...elementsAbove, mine].sort((a, b) => a.rank - b.rank);
  // Deferred: nothing has to be above anything yet, and it is visible anyway, so the first render does not wait.
  setTimeout(() => {
    if (elementsAbove.some((each) => isPopover(each.element) && !isOpen(each.element))) raiseAbove();
  });
  return () => {
    elementsAbove = elementsAbove.filter((each) => each !== mine);
    if (isPopover(element) && isOpen(element)) element.hidePopover();
  };
}

/** Every overlay calls this when it has opened. */
export function raiseAbove(): void {
  for (const { element } of elementsAbove) {
    if (!isPopover(element) || !element.isConnected) continue;
    if (isOpen(element)) element.hidePopover();
    element.showPopover();
  }
}

/** Older browsers have no popovers; there the element's z-index must be enough. */
const isPopover = (element: HTMLElement): boolean => typeof element.showPopover === 'function';

const isOpen = (element: HTMLElement): boolean => element.matches(':popover-open');
