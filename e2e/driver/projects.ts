/** Driver for the list of projects: choosing and creating them. */
import type { Pone } from './pone.ts'

const choicePage = '/pone/atf/projectList/info'

/** On the list of projects opens one: the first, or the one of that name. */
export async function enterProject(pone: Pone, name?: string): Promise<void> {
  if (pone.path() !== choicePage) await pone.open(choicePage)
  const cards = pone.page.locator('.choice-card')
  await (name === undefined ? cards : cards.filter({ hasText: name })).first().click()
  await pone.page.waitForURL('**/pone/atf/projects/home')
}

/** Creates a project; its page opens. */
export async function createProject(pone: Pone, name: string, code: string): Promise<void> {
  if (pone.path() !== choicePage) await pone.open(choicePage)
  await pone.click('project.new')
  const form = pone.form(pone.dialog())
  await form.fill('project.name', name)
  await form.fill('project.code', code)
  await form.submit('action.save')
  await pone.page.waitForURL('**/pone/atf/projects/home')
}
