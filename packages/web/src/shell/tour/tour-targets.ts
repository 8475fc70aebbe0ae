/** What each step of the tour points at, and in which order: the first journey from a component to its report. */
import { links } from '../../lib/navigation/links.ts'

/** Selectors of a step, best first; without any of them on the page the step stands in its middle. */
export const tourSteps = [
  { key: 'component', at: [`.first-step a[href="${links.components}"]`, menuLink(links.components)] },
  { key: 'trial', at: ['[data-tour="trial"]', menuLink(links.components)] },
  { key: 'scenario', at: [`.first-step a[href="${links.scenarios}"]`, menuLink(links.scenarios)] },
  { key: 'report', at: [menuLink(links.runs)] },
] as const

function menuLink(path: string): string {
  return `.navigation-link[href="${path}"]`
}

/** The first element on the page that takes up room. */
export function targetOf(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(selector)
    if (element !== null && element.getClientRects().length > 0) return element
  }
  return null
}
