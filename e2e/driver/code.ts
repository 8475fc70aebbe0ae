/** Driver for a component as code: the tab with its editor, languages and problems. */
import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { openArea } from './components.ts'
import type { Pone } from './pone.ts'
import { holds } from './shown.ts'

export const codeField = (pone: Pone): Locator => pone.page.locator('.cd-code-form .cm-content')

/** The whole text, read by the clipboard: the editor renders only the visible part of a long text. */
export async function codeText(pone: Pone): Promise<string> {
  const { page } = pone
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await codeField(pone).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Opens the tab and returns the code. */
export async function openCode(pone: Pone): Promise<string> {
  await openArea(pone, 'code')
  await codeField(pone).waitFor()
  return codeText(pone)
}

/** Replaces the text as by paste. */
export async function writeCode(pone: Pone, text: string): Promise<void> {
  await codeField(pone).click()
  await pone.page.keyboard.press('Control+a')
  await pone.page.keyboard.insertText(text)
}

export async function chooseCodeLanguage(pone: Pone, language: 'yaml' | 'typescript'): Promise<void> {
  await pone.page
    .getByRole('radiogroup', { name: pone.t('component.code.language') })
    .getByText(pone.t(`component.code.${language}`), { exact: true })
    .click()
}

/** Waits until the code contains a text. */
export function waitForCode(pone: Pone, text: string): Promise<string> {
  return eventually({
    what: `"${text}" in the code`,
    look: async () => {
      const whole = await codeText(pone)
      return whole.includes(text) ? whole : undefined
    },
  })
}

/** Chooses an offer of the open completion list, until the field has the text. */
export const complete = ({ page }: Pone, field: Locator, offer: string, text: RegExp): Promise<void> =>
  holds(async () => {
    // The list does not accept a choice at the moment in which it opens.
    const option = page.getByRole('option', { name: offer })
    if (await option.isVisible()) await option.click()
    assert.match((await field.innerText()).trim(), text)
  })

/** The problems under the code, each as `line:column` and its message; waits for the first. */
export async function codeProblems(pone: Pone): Promise<string[]> {
  const list = pone.page.getByRole('list', { name: pone.t('component.code.problems') }).getByRole('listitem')
  await list.first().waitFor()
  return list.allInnerTexts()
}
