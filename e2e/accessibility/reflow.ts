/** What a page loses when it is enlarged to 200 %: a window of 1280 × 900 px then has 640 × 450 CSS px (WCAG 1.4.10 as far as an application with tables can: wide tables and editors scroll inside their own frames). */
import type { Page } from 'playwright-core'

const usual = { width: 1440, height: 900 }
const enlarged = { width: 640, height: 450 }

/** One line per fault; the window has its usual size again afterwards. */
export async function reflowFaults(page: Page, settle: (page: Page) => Promise<void>): Promise<string[]> {
  await page.setViewportSize(enlarged)
  await settle(page)
  const faults = await page.evaluate(findReflowFaults)
  await page.setViewportSize(usual)
  return faults
}

/** Runs in the page. */
function findReflowFaults(): string[] {
  const controls = 'button, a[href], input, select, textarea, [role=tab], [role=switch], [role=combobox]'
  const faults: string[] = []
  const told = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) ||
    element.outerHTML.slice(0, 80)
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  /** The part of an element that can be brought into view by scrolling; null if nothing of it can. */
  const reachable = (element: Element): DOMRect | null => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      const style = getComputedStyle(frame)
      const box = frame.getBoundingClientRect()
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
      if (scrolls(style.overflowX)) [left, right] = [box.left, box.right]
      else if (cuts(style.overflowX)) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
      if (scrolls(style.overflowY)) [top, bottom] = [box.top, box.bottom]
      else if (cuts(style.overflowY)) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      if (right - left < 4 || bottom - top < 4) return null
      if (style.position === 'fixed') break
    }
    left = Math.max(left, 0)
    right = Math.min(right, innerWidth)
    return right - left < 4 ? null : new DOMRect(left, top, right - left, bottom - top)
  }
  const { documentElement } = document
  if (documentElement.scrollWidth > innerWidth + 1)
    faults.push(`the document is ${documentElement.scrollWidth} px wide`)
  const content = document.querySelector('.shell-content')
  if (content && content.scrollWidth > content.clientWidth + 1)
    faults.push(`the content is ${content.scrollWidth - content.clientWidth} px too wide`)
  for (const control of document.querySelectorAll(controls)) {
    // The field of a choice is covered by its value; a tab beyond the edge is in the menu at the bar's end.
    const box = control.closest('.ant-select, .ant-tabs-nav-list') ?? control
    const isMeantHidden = control.closest('[aria-hidden=true], .skip-link, .visually-hidden') !== null
    if (!isMeantHidden && isShown(control) && reachable(box) === null) faults.push(`lost: ${told(control)}`)
  }
  return faults
}
