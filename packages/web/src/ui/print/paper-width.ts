/** How wide a drawing is on paper: browsers count the sheets and fix the drawings before they lay the page out for paper. */

/** A4 between its margins, and a column of two, CSS px. */
const sheetPx = 700
const columnPx = 338

/** CSS px; the whole sheet inside an element with `data-paper="sheet"`, else by the share of the page that the element has on the screen; 0 while it is not shown. */
export function paperWidth(element: HTMLElement): number {
  if (element.clientWidth === 0) return 0
  if (element.closest('[data-paper="sheet"]') !== null) return sheetPx
  const page = element.closest('.page-body')?.clientWidth ?? 0
  return element.clientWidth > page * 0.7 ? sheetPx : columnPx
}
