/** Driver for components: the catalogue, the editor and the standalone execution. */

import assert from 'node:assert/strict'
import { definitionOf, type StepKind } from '@pone/plan/steps/registry.ts'
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import type { Locator } from 'playwright-core'
import type { Pone } from './pone.ts'
import { holds } from './shown.ts'
import { type MessageKey, named } from './texts.ts'

export interface RequestPlan {
  readonly name: string
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly json?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Expected status, as a checkpoint. */
  readonly status?: string
  /** JSONPath to extract into a variable. */
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
  await pone.page.getByRole('link', { name: pone.t('component.catalogue.design'), exact: true }).click()
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
    .getByRole('link', { name: pone.t('component.catalogue.design'), exact: true })
    .last()
    .click()
  await pone.page.waitForURL('**/prComponentDesign?*')
}

export type EditorArea = 'steps' | 'threadGroup' | 'parameters' | 'variables' | 'settings' | 'code'

export async function openArea(pone: Pone, area: EditorArea): Promise<void> {
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

/** Adds a step inside of the selected group, or after the selected step; returns its properties. */
export async function addStep(pone: Pone, kind: StepKind, name: string): Promise<Locator> {
  const { page, t, language } = pone
  const { help } = definitionOf(kind)
  // The first operation that menus offer is a request over HTTP.
  const title = kind === 'request' ? protocolDefinitions[0].operations[0]?.title : definitionOf(kind).title
  await openArea(pone, 'steps')
  await pone.button('component.addStep').click()
  await page
    .getByRole('menuitem')
    .and(page.locator(':visible'))
    .filter({ hasText: `${title?.[language]}${help[language]}` })
    .click()
  const properties = stepProperties(pone)
  await properties.getByLabel(t('component.stepName')).fill(name)
  return properties
}

/** The properties of the selected step. */
export const stepProperties = (pone: Pone): Locator =>
  pone.page.getByRole('region', { name: pone.t('component.properties') })

/** A row of the step tree. */
export const stepRow = (pone: Pone, name: string): Locator =>
  pone.page.getByRole('treeitem').filter({ hasText: name }).first()

export async function selectStep(pone: Pone, name: string): Promise<Locator> {
  await openArea(pone, 'steps')
  await stepRow(pone, name).click()
  return stepProperties(pone)
}

/** The names of all steps in the order of the tree, each after two blanks per level. */
export async function stepTree(pone: Pone): Promise<string[]> {
  await openArea(pone, 'steps')
  const rows = pone.page.getByRole('treeitem')
  await rows.first().waitFor()
  return Promise.all(
    (await rows.all()).map(async row => {
      const level = Number(await row.getAttribute('aria-level'))
      return `${'  '.repeat(level - 1)}${await row.locator('.cd-step-title .cd-ellipsis').innerText()}`
    }),
  )
}

/** Waits until the tree has these steps, written as `stepTree` does. */
export const seeStepTree = (pone: Pone, steps: readonly string[]): Promise<void> =>
  holds(async () => assert.deepEqual(await stepTree(pone), steps))

/** Opens a tab of the selected request, and selects the kind of its body. */
export async function chooseBody(
  pone: Pone,
  properties: Locator,
  kind: 'json' | 'form' | 'multipart' | 'text' | 'binary' | 'graphql' | 'soap',
): Promise<void> {
  await tab(pone, 'component.request.body', properties).click()
  await properties.getByText(pone.t(`component.body.${kind}`), { exact: true }).click()
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
    await chooseBody(pone, properties, 'json')
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

/** Saves by keyboard and waits until the header shows the revision. */
export async function saveComponent(pone: Pone, revision: number): Promise<void> {
  await pone.page.keyboard.press('Control+s')
  await pone.see('component.isSaved', { revision })
}

/** Sets how many times each user executes the component when it runs standalone. */
export async function setStandaloneLoops(pone: Pone, loops: number): Promise<void> {
  const { page, t } = pone
  await pone.click('component.run.options')
  const field = page.getByRole('spinbutton', { name: t('component.run.loops') })
  await field.fill(String(loops))
  await field.press('Tab')
  await page.keyboard.press('Escape')
}

/** Adds a variable whose value is never shown again. */
export async function addSecret(pone: Pone, name: string, value: string): Promise<void> {
  const { t } = pone
  await openArea(pone, 'variables')
  await pone.click('component.secrets.add')
  const row = secretTable(pone).getByRole('row').last()
  await row.getByLabel(new RegExp(`^${t('component.variables.name')} `)).fill(name)
  await row.getByLabel(`${t('component.value')} ${name}`).fill(value)
}

export const secretTable = (pone: Pone): Locator =>
  pone.page.getByRole('table', { name: pone.t('component.secrets.title') })

/** Runs the component standalone to its end and returns the requests as shown in the list. */
export async function runStandalone(pone: Pone, patienceMs = 30_000): Promise<string[]> {
  const clear = pone.button('component.dock.clear')
  if ((await clear.count()) > 0) await clear.click()
  // The text of the button ends with users and loops where there are several.
  const words = new RegExp(`(^|\\s)${pone.t('component.run.start')}( \\d+ × \\d+)?$`)
  await pone.page.getByRole('button', { name: words }).first().click()
  await pone.page
    .locator('.cd-debug-state')
    .filter({ hasText: pone.t('component.debug.cause.finished') })
    .first()
    .waitFor({ timeout: patienceMs })
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
