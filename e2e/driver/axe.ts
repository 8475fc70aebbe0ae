/** Checks a page with axe-core: which elements keep a user of a screen reader or of a keyboard, or one with weak sight, from using it. */
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Impact = NonNullable<AxeResults['violations'][number]['impact']>

/** Findings of these impacts fail, of every rule that is on by default. */
const severe: readonly Impact[] = ['critical', 'serious']
/** Findings of these rules fail whatever their impact: targets of 24 px, order of headings, landmarks, headings of table cells. */
const strict: readonly string[] = [
  'target-size',
  'td-has-header',
  'heading-order',
  'page-has-heading-one',
  'landmark-one-main',
  'landmark-no-duplicate-main',
  'landmark-main-is-top-level',
  'landmark-unique',
]

/** One line per element with a finding: rule, selector, and what is wrong with it. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // No rule that is on needs the style sheets.
    preload: false,
    rules: Object.fromEntries(strict.map(id => [id, { enabled: true }])),
  }
  const { violations } = await page.evaluate(runAxe, options)
  return violations
    .filter(({ id, impact }) => strict.includes(id) || (impact && severe.includes(impact)))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${shortened(failureSummary)}`),
    )
}

/** Runs in the page. */
function runAxe(options: RunOptions): Promise<AxeResults> {
  return (globalThis as unknown as { axe: typeof axe }).axe.run(document, options)
}

const shortened = (summary = ''): string => summary.split('\n').slice(1).join(' ').trim().slice(0, 240)
