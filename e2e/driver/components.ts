/** Components in the hands of a tester: the catalogue, the editor and the standalone execution. */
import type { Locator } from 'playwright-core'
import type { Pone } from './pone.ts'
import { type MessageKey, named } from './texts.ts'

export interface RequestPlan {
  readonly name: string
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly json?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Expected status, as a checkpoint. */
  readonly status?: string
  /** JSONPath to take into a variable. */
  readonly extract?: { readonly variable: string; readonly path: string }
}

export interface RangePlan {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Creates a component in the root of the catalogue, names it in place, and opens its editor. */
export async function createComponent(pone: Pone, name: string): Promise<void> {
  await pone.openMenu('route.assembly')
  await pone.click('component.catalogue.newComponent')
  await renameInPlace(pone, name)
  await pone.page.getByRole('heading', { name, level: 1 }).waitFor()
  await pone.click('component.catalogue.design')
  await pone.page.waitForURL('**/prComponentDesign?*')
}

/** Types the name of a node that was just created in a tree. */
export async function renameInPlace(pone: Pone, name: string): Promise<void> {
  const field = pone.page.locator('.tree-rename')
  await field.fill(name)
  await field.press('Enter')
  await pone.page.locator('.tree-row', { hasText: name }).waitFor()
}

/** Finds a node of the tree by its whole name and opens it. */
export async function openNode(pone: Pone, name: string): Promise<void> {
  const search = pone.page.locator('.tree-panel-bar input')
  await search.fill(name)
  await pone.page
    .locator('.tree-row')
    .and(pone.page.getByTitle(name, { exact: true }))
    .click()
  await search.fill('')
}

/** Opens the editor of a component of the catalogue. */
export async function openComponent(pone: Pone, name: string): Promise<void> {
  await pone.openMenu('route.assembly')
  await openNode(pone, name)
  await pone.page
    .getByRole('link', { name: pone.t('component.catalogue.design') })
    .last()
    .click()
  await pone.page.waitForURL('**/prComponentDesign?*')
}

export async function openArea(pone: Pone, area: 'steps' | 'parameters' | 'settings'): Promise<void> {
  await tab(pone, `component.tab.${area}`).click()
}

export async function setBaseAddress(pone: Pone, address: string): Promise<void> {
  await openArea(pone, 'settings')
  await pone.form().fill('component.settings.baseUrl', address)
}

export async function addRange(pone: Pone, { name, from, to }: RangePlan): Promise<void> {
  await openArea(pone, 'parameters')
  await pone.chooseMenu(pone.button('component.parameter.add'), pone.t('component.parameter.range'))
  const form = pone.form()
  await form.fill('component.variables.name', name)
  await form.fill('component.parameter.from', String(from))
  await form.fill('component.parameter.to', String(to))
}

export async function addStep(pone: Pone, kind: 'request' | 'transaction', name: string): Promise<Locator> {
  await openArea(pone, 'steps')
  await pone.chooseMenu(pone.button('component.addStep'), pone.t(`component.kind.${kind}`))
  const properties = pone.page.getByRole('region', { name: pone.t('component.properties') })
  await properties.getByLabel(pone.t('component.stepName')).fill(name)
  return properties
}

export async function addRequest(pone: Pone, plan: RequestPlan): Promise<void> {
  const { page, t } = pone
  const properties = await addStep(pone, 'request', plan.name)
  const form = pone.form(properties)
  if (plan.method) {
    await form.choose('component.request.method', plan.method)
  }
  await form.fill('component.request.url', plan.url)
  if (plan.json !== undefined) {
    await tab(pone, 'component.request.body', properties).click()
    await properties.getByText(t('component.body.json'), { exact: true }).click()
    await properties.locator('.cm-content').fill(plan.json)
  }
  if (plan.headers) {
    await tab(pone, 'component.request.headers', properties).click()
    const table = properties.getByRole('table', { name: t('component.request.headers') })
    for (const [index, [name, value]] of plan.headers.entries()) {
      await table.getByLabel(`${t('component.name')} ${index + 1}`, { exact: true }).fill(name)
      await table.getByLabel(`${t('component.value')} ${index + 1}`, { exact: true }).fill(value)
      await page.keyboard.press('Escape')
    }
  }
  if (plan.status !== undefined) {
    await tab(pone, 'component.checkpoints', properties).click()
    await pone.click('component.checkpoint.add', properties)
    const row = properties.getByRole('group', { name: t('component.checkpoint.numbered', { number: 1 }) })
    await row.getByLabel(t('component.checkpoint.expected')).fill(plan.status)
  }
  if (plan.extract) {
    await tab(pone, 'component.extractors', properties).click()
    await pone.click('component.extractor.add', properties)
    const row = properties.getByRole('group', { name: t('component.extractor.numbered', { number: 1 }) })
    await row.getByLabel(t('component.extractor.variable')).fill(plan.extract.variable)
    await row.getByLabel(t('component.expression.jsonPath')).fill(plan.extract.path)
  }
}

/** Saves by keyboard and waits until the header says so. */
export async function saveComponent(pone: Pone, revision: number): Promise<void> {
  await pone.page.keyboard.press('Control+s')
  await pone.see('component.isSaved', { revision })
}

/** Runs the component by itself to its end and answers the requests as shown in the list. */
export async function runStandalone(pone: Pone): Promise<string[]> {
  await pone.click('component.run.start')
  await pone.page.getByText(pone.t('component.debug.cause.finished')).first().waitFor({ timeout: 30_000 })
  return pone.page.locator('.cd-exchange[role=option]').allInnerTexts()
}

/** Opens one request of a standalone execution, on one of its tabs. */
export async function openExchange(pone: Pone, name: string, part: MessageKey): Promise<Locator> {
  await pone.page.locator('.cd-exchange[role=option]', { hasText: name }).first().click()
  const detail = pone.page.locator('.cd-exchange-detail')
  await tab(pone, part, detail).click()
  return detail
}

export function tab(pone: Pone, label: MessageKey, scope: Locator = pone.page.locator('body')): Locator {
  return scope.getByRole('tab', { name: named(pone.t(label)) }).first()
}
