/** Driver for runs: the live page, the execution records and the report. */
import assert from 'node:assert/strict'
import { eventually } from '../harness/eventually.ts'
import { downloadFromMenu } from './downloads.ts'
import type { Pone } from './pone.ts'
import { holds } from './shown.ts'
import type { MessageKey } from './texts.ts'

/** The number in a text such as `1,234 / 2,000` or `12.5 ms`: the first one. */
export function numberIn(text: string): number {
  const [found] = /-?[\d,]+(\.\d+)?/.exec(text) ?? []
  if (found === undefined) throw new Error(`no number in "${text}"`)
  return Number(found.replaceAll(',', ''))
}

/** The text of one figure of the header line. */
export function figure(pone: Pone, label: MessageKey): Promise<string> {
  return pone.page
    .locator('.run-figure')
    .filter({ has: pone.page.getByText(pone.t(label), { exact: true }) })
    .locator('dd')
    .first()
    .innerText()
}

/** Requests so far, from the sum of the table. */
export async function requestsShown(pone: Pone): Promise<number> {
  const sum = pone.page.locator('.run-total').first()
  await sum.waitFor()
  // The first cell with a number; a column of kinds stands before it where requests are not under their transactions.
  return numberIn(await sum.locator('td').filter({ hasText: /\d/ }).first().innerText())
}

/** Waits until the table adds up to so many requests; the last figures may come after the state. */
export const seeRequests = (pone: Pone, count: number): Promise<void> =>
  holds(async () => assert.equal(await requestsShown(pone), count))

/** Waits until the live page shows the state. */
export async function waitForState(pone: Pone, state: MessageKey, patienceMs = 60_000): Promise<void> {
  await pone.page
    .locator('.run-figures')
    .getByText(pone.t(state), { exact: true })
    .waitFor({ timeout: patienceMs })
}

/** Waits until the figure is greater than a value; returns the new one. */
export function waitForMoreThan(pone: Pone, count: number): Promise<number> {
  return eventually({
    what: `more than ${count} requests on the live page`,
    look: async () => {
      const shown = await requestsShown(pone).catch(() => 0)
      return shown > count ? shown : undefined
    },
  })
}

/** Opens the report from the live page of an ended run, waiting until it is generated. */
export async function openReport(pone: Pone): Promise<void> {
  await pone.page.getByRole('link', { name: pone.t('run.report'), exact: true }).click()
  await pone.page.locator('.report-verdict').waitFor({ timeout: 30_000 })
}

/** A figure of the report's first screen. */
export function reportFigure(pone: Pone, label: MessageKey): Promise<string> {
  return pone.page
    .locator('.report-figures .run-figure')
    .filter({ has: pone.page.getByText(pone.t(label), { exact: true }) })
    .locator('dd')
    .first()
    .innerText()
}

/** Downloads an export of the open report; returns the path of the file. */
export const exportReport = (
  pone: Pone,
  kind: 'report.exportHtml' | 'report.exportCsv' | 'report.exportSeries' | 'report.sampleLog',
): Promise<string> => downloadFromMenu(pone, pone.button('report.export'), kind)
