/** Flame diagrams of the gallery: two uploaded profiles of a shop, before and after a change, and the pages that show them. */

import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { successSchema } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { Page } from 'playwright-core'
import type { Installation } from '../harness/installation.ts'
import { changeAnswer, failing, type Picture, picture, work } from './picture.ts'

const layers = ['Filter', 'Session', 'Router', 'Order', 'Price', 'Stock', 'Payment', 'Repository', 'Cache']
const methods = ['handle', 'load', 'check', 'total', 'write']

/** Stacks of growing depth with shares that differ, `slow` samples of them in one method. */
function stacks(slow: number): string {
  const lines = layers.flatMap((layer, depth) =>
    methods.map((method, index) => {
      const below = layers.slice(0, depth).map(name => `com/shop/${name.toLowerCase()}/${name}.handle`)
      const own = `com/shop/${layer.toLowerCase()}/${layer}.${method}`
      return `java/lang/Thread.run;${[...below, own].join(';')} ${7 * (depth + 1) + 11 * index}`
    }),
  )
  const heavy = 'java/lang/Thread.run;com/shop/filter/Filter.handle;com/shop/order/Order.total'
  return [...lines, `${heavy};java/util/regex/Pattern.compile ${slow}`, 'GC 25'].join('\n')
}

/** Each of a run, with what the system served meanwhile. */
export async function makeFlameDiagrams(
  installation: Installation,
  own: {
    readonly token: string
    readonly projectId: string
    readonly before: string
    readonly after: string
  },
): Promise<{ readonly flame: string; readonly flameBefore: string }> {
  const { token, projectId } = own
  const api = createApiClient(installation.address, token)
  const stored = async (name: string, runId: string, slow: number, requests: number) => {
    const id = await upload(installation, { token, projectId, name, content: stacks(slow) })
    await api.send(calls.profile.edit, { projectId, id, name, runId, requests })
    return id
  }
  const flameBefore = await stored('下单高峰 优化前', own.before, 900, 1_900)
  const flame = await stored('下单高峰 优化后', own.after, 120, 2_400)
  return { flame, flameBefore }
}

async function upload(
  { address }: Installation,
  file: {
    readonly token: string
    readonly projectId: string
    readonly name: string
    readonly content: string
  },
): Promise<string> {
  const form = new FormData()
  form.append('projectId', file.projectId)
  form.append('name', file.name)
  form.append('file', new Blob([file.content]), 'shop.collapsed')
  const { path, output } = calls.profile.upload
  const answer = await fetch(`${address}${apiBase}${path}`, {
    method: 'POST',
    headers: { [tokenHeader]: file.token },
    body: form,
  })
  return output.parse(successSchema.parse(await answer.json()).data).id
}

const drawn = (page: Parameters<NonNullable<Picture['act']>>[0]) =>
  page.locator('.flame-window canvas').first().waitFor()
const view = (id: string) => `${work}/viewFlameDiagram?id=${id}`
const analysis = `${work}/flameDiagramAnalysis?id={flame}`
const sandwich = 'tab=sandwich&method=com.shop.order.Order.total'
const difference = `${work}/flameDiagramDifference?id={flameBefore}&with={flame}`

/** Files of collapsed stacks do not tell when they were taken. */
async function inRun(page: Page): Promise<void> {
  await changeAnswer(page, 'profile/list', data => {
    const { rows } = calls.profile.list.output.parse(data)
    const taken = rows.map(row => ({
      ...row,
      startedAt: (row.run?.startedAt ?? 0) + 12_000,
      durationMs: 6_000,
    }))
    return { ...data, rows: taken }
  })
  await page.reload()
  await page.locator('.time-chart-marks a').first().waitFor()
}

export const flamePictures: readonly Picture[] = [
  picture('owner', 'flameDiagram', 'empty', `${work}/flameDiagram`),
  picture('tester', 'flameDiagram', 'full', `${work}/flameDiagram`),
  picture('tester', 'flameDiagram', 'failing', `${work}/flameDiagram`, page => failing(page, 'profile/list')),
  picture('tester', 'flameDiagram', 'retention', `${work}/flameDiagram`, async page => {
    await page.locator('.page-header-actions button').first().click()
    await page.getByRole('dialog').getByRole('spinbutton').fill('0')
  }),
  picture('tester', 'flameDiagram', 'upload', `${work}/flameDiagram`, page =>
    page.locator('.page-header-actions button').nth(1).click(),
  ),
  picture('tester', 'flameDiagram', 'order', `${work}/flameDiagram`, page =>
    page.locator('.page-header-actions button').last().click(),
  ),
  picture('tester', 'flameDiagram', 'triggered', `${work}/flameDiagram`, async page => {
    await page.locator('.page-header-actions button').last().click()
    await page
      .getByRole('dialog')
      .getByText(/^(触发执行|Triggered)$/)
      .click()
    await page.getByRole('checkbox', { name: /爬坡结束|End of the ramp-up/ }).check()
  }),
  picture('tester', 'flameDiagram', 'orders', `${work}/flameDiagram?tab=orders`),
  picture('tester', 'flameDiagramHistory', 'full', `${work}/flameDiagramHistory`),
  picture('tester', 'flameDiagramInfo', 'full', `${work}/flameDiagramInfo?id={flame}`),
  picture('tester', 'flameDiagramInfo', 'edit', `${work}/flameDiagramInfo?id={flame}`, page =>
    page
      .locator('.page-header-actions button')
      .filter({ hasText: /^(编辑|Edit)$/ })
      .click(),
  ),
  picture('tester', 'viewFlameDiagram', 'full', view('{flame}'), drawn),
  picture('tester', 'viewFlameDiagram', 'zoomed', `${view('{flame}')}&root=2&colors=safe&sort=total`, drawn),
  picture('tester', 'viewFlameDiagram', 'icicle', `${view('{flame}')}&icicle=true`, async page => {
    await drawn(page)
    await page.locator('.flame-window canvas').hover({ position: { x: 120, y: 60 } })
  }),
  picture('tester', 'viewFlameDiagram', 'found', view('{flameBefore}'), async page => {
    await drawn(page)
    await page.getByPlaceholder(/正则|regular/i).fill('regex|Cache')
  }),
  picture('tester', 'viewFlameDiagram', 'filteredOut', `${view('{flame}')}&included=org.none`),
  picture('tester', 'flameDiagramAnalysis', 'full', analysis),
  picture('tester', 'flameDiagramAnalysis', 'tree', `${analysis}&tab=tree`),
  picture('tester', 'flameDiagramAnalysis', 'sandwich', `${analysis}&${sandwich}`, drawn),
  picture('tester', 'flameDiagramDifference', 'full', difference, drawn),
  picture('tester', 'flameDiagramDifference', 'perRequest', `${difference}&mode=perRequest&by=before`, drawn),
  picture('tester', 'flameDiagramDifference', 'empty', `${work}/flameDiagramDifference?id={flame}`),
  picture('nobody', 'noFlameDiagram', 'full', '/noFlameDiagram'),
  picture('tester', 'analysisReports', 'flameMarks', `${work}/analysisReports?id={run}`, inRun),
  picture(
    'tester',
    'prReportsCompare',
    'flame',
    `${work}/prReportsCompare?runs={failedRun}_{run}`,
    async page => {
      await drawn(page)
      await page.locator('#cmp-flame').scrollIntoViewIfNeeded()
    },
  ),
]
