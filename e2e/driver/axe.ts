/** Checks a page with axe-core: which elements keep a user of a screen reader or of a keyboard, or one with weak sight, from using it. */
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Impact = NonNullable<AxeResults['violations'][number]['impact']>

/** Findings of these impacts fail; `minor` and `moderate` ones are for a person to judge. */
const severe: readonly Impact[] = ['critical', 'serious']

/** One line per element with a finding: rule, selector, and what is wrong with it. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  }
  const { violations } = await page.evaluate(runAxe, options)
  return violations
    .filter(({ impact }) => impact && severe.includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${shortened(failureSummary)}`),
    )
}

/** Runs in the page. */
function runAxe(options: RunOptions): Promise<AxeResults> {
  return (globalThis as unknown as { axe: typeof axe }).axe.run(document, options)
}

const shortened = (summary = ''): string => summary.split('\n').slice(1).join(' ').trim().slice(0, 240)
