/** The pages without a mouse: where the focus goes at a navigation and after dialogs and menus, and whether it is seen and named wherever the Tab key leads. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Pone } from '../driver/pone.ts'
import type { World } from '../harness/journey.ts'
import { type Ids, open } from './judge.ts'

const work = '/pone/atf/projects'
const walked = [
  'home',
  'logging',
  'testset?id={scenario}',
  'prComponentDesign?id={component}',
  'projectManagement',
]
/** Beyond the navigation, which is the same on every page and skipped after the first. */
const stepsOfWalk = 40

/** Runs in the page: what is wrong with the focused element; null if it is well. */
function focusedFault(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const told = focused.outerHTML.slice(0, 160)
  const isOutlined = (start: Element) => {
    // The frame around a field may have the outline.
    for (let element: Element | null = start, depth = 0; element && depth < 6; depth += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return true
      element = element.parentElement
    }
    // A border that is dragged is drawn itself.
    return start.matches('.navigation-handle') && getComputedStyle(start).backgroundImage !== 'none'
  }
  // A tree has the focus, its current row the outline.
  const current = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
  if (!isOutlined(focused) && !(current && isOutlined(current))) return `no outline: ${told}`
  const labels = (focused as HTMLInputElement).labels
  const labelIds = focused.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const name = [
    focused.getAttribute('aria-label'),
    ...labelIds.map(id => document.getElementById(id)?.textContent),
    ...[...(labels ?? [])].map(label => label.textContent),
    focused.getAttribute('title'),
    focused.matches('input, textarea, [role=tree], [role=group]') ? '' : focused.textContent,
  ].some(text => (text ?? '').trim() !== '')
  // A frame that scrolls is focusable for the arrow keys only.
  const isFrame =
    focused.matches('div:not([role]), section:not([role])') && focused.scrollWidth > focused.clientWidth
  return name || isFrame ? null : `no name: ${told}`
}

/** The opener has the focus again once what it opened was left by Escape. */
async function returnsFocus(pone: Pone, opener: Locator, opened: string): Promise<void> {
  const { page } = pone
  await opener.focus()
  await page.keyboard.press('Enter')
  const shown = page.locator(opened).and(page.locator(':visible')).first()
  await shown.waitFor()
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
  const handle = await opener.elementHandle()
  await page.waitForFunction(element => document.activeElement === element, handle)
}

/** By the first link of the page. */
async function skipNavigation(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.locator('.skip-link:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.closest('main') !== null)
}

export async function checkKeyboard(world: World, pone: Pone, ids: Ids): Promise<void> {
  const { page, t } = pone
  const go = (address: string, to = page) =>
    open(to, { viewer: 'tester', address: `${work}/${address}` }, ids)
  await world.checkAlso('after a navigation the heading is focused, and the page announced', async () => {
    await go('home')
    await pone.openMenu('route.logging')
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    assert.equal(await page.locator('h1').innerText(), t('route.logging'))
    const announced = page.getByRole('status').filter({ hasText: t('route.logging') })
    await announced.first().waitFor({ state: 'attached' })
    assert.equal(await page.title(), 'Pone')
  })
  await world.checkAlso('whatever the Tab key reaches has a name and shows that it is focused', async () => {
    const faults = new Set<string>()
    const left = [...walked.entries()]
    const walk = async (on: Page) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, address] = next
        await go(address, on)
        if (index > 0) await skipNavigation(on)
        for (let count = 0; count < stepsOfWalk; count += 1) {
          await on.keyboard.press('Tab')
          const fault = await on.evaluate(focusedFault)
          if (fault !== null) faults.add(`${address}: ${fault}`)
        }
      }
    }
    // A new tab takes its settings from the open one, which may show English at its last place.
    await go('home')
    // In two tabs beside each other, one processor each.
    const beside = await world.openTab(pone, `${work}/home`)
    await Promise.all([walk(page), walk(beside.page)])
    await beside.page.close()
    assert.deepEqual([...faults], [])
  })
  await world.checkAlso('after a dialog and a menu their opener has the focus again', async () => {
    await go('logging')
    await returnsFocus(pone, page.locator('.page-header-actions button').first(), '[role=dialog]')
    await returnsFocus(pone, page.locator('tbody .row-more').first(), '[role=menu]')
  })
}

const bannerMs = 20_000
const backMs = 60_000

/** What fails because the server is down is not told by a toast that goes, but by a banner that stays until the server answers. */
export async function checkOutage(world: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  await world.checkAlso('a server that is down is told by a banner until it answers again', async () => {
    await pone.openMenu('route.home')
    await world.installation.kill('server')
    await pone.menuLink('route.logging').click()
    const banner = page.locator('.server-down')
    await banner.waitFor({ timeout: bannerMs })
    await banner.getByRole('alert').waitFor()
    await banner.getByRole('button', { name: t('connection.retry') }).waitFor()
    await banner.waitFor({ state: 'detached', timeout: backMs })
    await pone.openMenu('route.logging')
    await page.locator('tbody tr.ant-table-row').first().waitFor()
  })
}
