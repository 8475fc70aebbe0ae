/** A form as it is shown: fields by their labels, options by their texts, errors under the fields. */
import type { Locator, Page } from 'playwright-core'
import { seeValue } from './shown.ts'
import { type MessageKey, named, type Translate } from './texts.ts'

export interface FormDriver {
  field(label: MessageKey): Locator
  fill(label: MessageKey, value: string): Promise<void>
  /** Selects an option of a drop-down list. */
  choose(label: MessageKey, option: string): Promise<void>
  tick(label: MessageKey): Promise<void>
  /** Types an instant as `YYYY-MM-DD HH:mm`. */
  fillInstant(label: MessageKey, value: string): Promise<void>
  /** Waits until the field has the value. */
  seeValue(label: MessageKey, value: string): Promise<void>
  /** Waits for an error under the field and returns its text. */
  faultAt(label: MessageKey): Promise<string>
  submit(button: MessageKey): Promise<void>
}

const controls = 'input, textarea, [role=combobox], [role=switch], [role=spinbutton]'

const hasClass = (name: string) => `contains(concat(' ', normalize-space(@class), ' '), ' ${name} ')`
const nearestItem = `xpath=ancestor::*[${hasClass('ant-form-item')} or ${hasClass('plain-field')}][1]`

/** The form inside `scope`. */
export function formIn(page: Page, scope: Locator, t: Translate): FormDriver {
  const field = (label: MessageKey) =>
    scope
      .getByLabel(named(t(label)))
      .and(scope.locator(controls))
      .first()
  const item = (label: MessageKey) => field(label).locator(nearestItem)
  return {
    field,
    fill: (label, value) => field(label).fill(value),
    choose: async (label, option) => {
      await field(label).click()
      await chooseOption(page, option)
    },
    tick: label => field(label).check(),
    fillInstant: async (label, value) => {
      await field(label).click()
      await field(label).fill(value)
      await field(label).press('Enter')
    },
    seeValue: (label, value) => seeValue(field(label), value),
    faultAt: async label => {
      const fault = item(label).locator('.ant-form-item-explain-error, .plain-fault:not(:empty)').first()
      await fault.waitFor()
      return fault.innerText()
    },
    submit: button => scope.getByRole('button', { name: named(t(button)) }).click(),
  }
}

/** Selects an option of the open list. */
export async function chooseOption(page: Page, option: string): Promise<void> {
  await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click()
}
