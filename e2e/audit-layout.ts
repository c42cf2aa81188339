// Runs inside the page, so it may use nothing from outside itself.

/** Horizontal scrolling, clipped text, text that overflows its button, small Hangul, and too small tap targets. */
export function layoutComplaints(leastTargetPx: number): string[] {
  const HANGUL = /[가-힣]/;
  const LEAST_HANGUL_PX = 12;
  /** Rows of chips and tabs scroll sideways by design; they are lower than this. */
  const TALL_PX = 120;
  /** What is narrower than 6 px for a finger, or 3 for a mouse, does not keep it from a control below. */
  const stridePx = Math.round(leastTargetPx / 7);
  const complaints = new Set<string>();
  const screenWidth = document.documentElement.clientWidth;
  const modal = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1);
  const scene = modal ?? document.body;

  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    const kind = element.getAttribute('class')?.split(' ')[0];
    return `${element.tagName.toLowerCase()}${kind ? `.${kind}` : ''} «${text.slice(0, 24)}»`;
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    // Text for screen readers only is in a box of one pixel.
    return (
      width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const cuts = (value: string): boolean => value === 'hidden' || value === 'clip';
  const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';

  function judgePageWidth(): void {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      complaints.add(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`);
  }

  /** A vertical scroller also scrolls horizontally as soon as its content is too wide, and users do not expect that. */
  function judgeScroller(element: Element): void {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (!scrolls(overflowX) || !scrolls(overflowY) || element.clientHeight < TALL_PX) return;
    const { scrollWidth, clientWidth } = element;
    if (scrollWidth > clientWidth + 1)
      complaints.add(`${nameOf(element)} scrolls sideways: ${scrollWidth} > ${clientWidth}`);
  }

  function linesOf(element: Element): DOMRect[] {
    const own = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    return own.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    });
  }

  const isMeantToEnd = (style: CSSStyleDeclaration): boolean =>
    style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';

  /** A line of text that an edge clips, where no scrolling shows the rest of it. */
  function judgeWords(element: Element): void {
    const lines = linesOf(element);
    if (lines.length === 0 || !isShown(element)) return;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (HANGUL.test(element.textContent ?? '') && size < LEAST_HANGUL_PX)
      complaints.add(`Hangul of ${size} px: ${nameOf(element)}`);
    let canScrollX = false;
    let canScrollY = false;
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (isMeantToEnd(style)) return;
      const edge = box.getBoundingClientRect();
      if (edge.width <= 1 || edge.height <= 1) return;
      canScrollX ||= scrolls(style.overflowX);
      canScrollY ||= scrolls(style.overflowY);
      for (const line of lines) {
        const isSeen = line.right > edge.left && line.left < edge.right;
        if (
          !canScrollX &&
          isSeen &&
          cuts(style.overflowX) &&
          (line.right > edge.right + 1 || line.left < edge.left - 1)
        )
          complaints.add(`cut at the side by ${nameOf(box)}: ${nameOf(element)}`);
        // The box of a line is taller than its letters, so a little of it may be outside.
        const slack = size * 0.2;
        const isInside = line.bottom > edge.top + slack && line.top < edge.bottom - slack;
        if (
          !canScrollY &&
          isInside &&
          cuts(style.overflowY) &&
          (line.bottom > edge.bottom + slack || line.top < edge.top - slack)
        )
          complaints.add(`cut across by ${nameOf(box)}: ${nameOf(element)}`);
      }
      if (style.position === 'fixed') break;
    }
    const beyond = lines.some((line) => line.right > screenWidth + 1 || line.left < -1);
    if (beyond && !canScrollX) complaints.add(`beyond the edge of the screen: ${nameOf(element)}`);
  }

  /** Text wider than its button is not clipped: it overflows, in a colour meant for the button's background. */
  function judgeFace(control: HTMLElement): void {
    if (!isShown(control)) return;
    const { left, right } = control.getBoundingClientRect();
    for (const part of [control, ...control.querySelectorAll('*')]) {
      if (!isShown(part) || part.closest('svg') !== null || isMeantToEnd(getComputedStyle(part))) continue;
      if (linesOf(part).some((line) => line.right > right + 1 || line.left < left - 1))
        complaints.add(`words wider than ${nameOf(control)}`);
    }
  }

  /** A touch must hit the control itself, its content, or its label. */
  function judgeTarget(control: HTMLElement): void {
    const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const targets = [control, ...labels].filter(isShown);
    const [target] = targets;
    if (target === undefined || control.closest('[inert]') !== null) return;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const middle = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
    const isMet = (x: number, y: number): boolean => {
      const met = document.elementFromPoint(x, y);
      return met !== null && targets.some((one) => one.contains(met));
    };
    if (!isMet(middle.x, middle.y)) {
      const over = document.elementFromPoint(middle.x, middle.y);
      complaints.add(`${nameOf(control)} lies under ${over === null ? 'the edge' : nameOf(over)}`);
      return;
    }
    // The browser takes most of a millisecond to find what is at a point, so that few are asked for: one in each stride,
    // those beside the edge, and none beyond what is enough.
    const reach = (wanted: number, stepX: number, stepY: number): number => {
      const isMetAt = (steps: number) => isMet(middle.x + stepX * steps, middle.y + stepY * steps);
      let steps = 0;
      while (steps < wanted) {
        const next = Math.min(steps + stridePx, wanted);
        if (isMetAt(next)) steps = next;
        else {
          while (steps + 1 < next && isMetAt(steps + 1)) steps += 1;
          break;
        }
      }
      return steps;
    };
    const span = (stepX: number, stepY: number): number => {
      const before = reach(leastTargetPx, -stepX, -stepY);
      return before + 1 + reach(leastTargetPx - before, stepX, stepY);
    };
    const width = span(1, 0);
    const height = span(0, 1);
    // Tolerates half pixels at the edges.
    if (width < leastTargetPx - 1 || height < leastTargetPx - 1)
      complaints.add(`a target of ${width}×${height}: ${nameOf(control)}`);
  }

  judgePageWidth();
  for (const element of scene.querySelectorAll('*')) {
    if (element.closest('svg') !== null) continue;
    judgeWords(element);
    judgeScroller(element);
  }
  const places = [...document.querySelectorAll('*')]
    .filter((element) => element.scrollTop !== 0 || element.scrollLeft !== 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  const CONTROLS =
    'button, a[href], input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="switch"], [role="tab"], [role="radio"], [role="checkbox"]';
  for (const control of scene.querySelectorAll<HTMLElement>(CONTROLS)) {
    judgeFace(control);
    if (!control.matches(':disabled, [aria-disabled="true"]')) judgeTarget(control);
  }
  for (const element of document.querySelectorAll('*'))
    if (element.scrollTop !== 0 || element.scrollLeft !== 0)
      element.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  for (const { element, top, left } of places) element.scrollTo({ top, left, behavior: 'instant' });
  return [...complaints];
}
