/** Flame diagrams of the gallery: two uploaded profiles of a shop, before and after a change, and the pages that show them. */
import { successSchema } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { Installation } from '../harness/installation.ts'
import { failing, type Picture, picture, work } from './picture.ts'

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

export async function makeFlameDiagrams(
  installation: Installation,
  own: { readonly token: string; readonly projectId: string },
): Promise<{ readonly flame: string; readonly flameBefore: string }> {
  const flameBefore = await upload(installation, { ...own, name: '下单高峰 优化前', content: stacks(900) })
  const flame = await upload(installation, { ...own, name: '下单高峰 优化后', content: stacks(120) })
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
const difference = `${work}/flameDiagramDifference?id={flameBefore}&with={flame}`

export const flamePictures: readonly Picture[] = [
  picture('owner', 'flameDiagram', 'empty', `${work}/flameDiagram`),
  picture('tester', 'flameDiagram', 'full', `${work}/flameDiagram`),
  picture('tester', 'flameDiagram', 'failing', `${work}/flameDiagram`, page => failing(page, 'profile/list')),
  picture('tester', 'flameDiagram', 'upload', `${work}/flameDiagram`, page =>
    page.locator('.page-header-actions button').first().click(),
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
  picture('tester', 'flameDiagramInfo', 'full', `${work}/flameDiagramInfo?id={flame}`),
  picture('tester', 'viewFlameDiagram', 'full', `${work}/viewFlameDiagram?id={flame}`, drawn),
  picture('tester', 'viewFlameDiagram', 'found', `${work}/viewFlameDiagram?id={flameBefore}`, async page => {
    await drawn(page)
    await page.getByPlaceholder(/正则|regular/i).fill('regex|Cache')
  }),
  picture('tester', 'flameDiagramAnalysis', 'full', `${work}/flameDiagramAnalysis?id={flame}`),
  picture('tester', 'flameDiagramDifference', 'full', difference, drawn),
]
