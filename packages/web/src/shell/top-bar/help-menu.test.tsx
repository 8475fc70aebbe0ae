/** The help menu, and the sheet of shortcuts on `?`. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Input } from 'antd'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onTourStart } from '../../lib/tour.ts'
import { draw } from '../../test-page.tsx'
import { shortcutNames } from '../../ui/shortcuts/shortcuts.ts'
import { HelpMenu } from './help-menu.tsx'

const Bar = () => (
  <>
    <HelpMenu area="projects" />
    <Input aria-label="Name" />
  </>
)
const question = { key: '?', shiftKey: true }

test('? opens all shortcuts by area, and Esc closes them', async () => {
  await draw(<Bar />)
  fireEvent.keyDown(document.body, question)
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getAllByRole('term').length).toBe(shortcutNames.length)
  const everywhere = within(sheet).getByRole('region', { name: 'Every page' })
  expect(everywhere.textContent).toContain('Search pages, components, scenarios, execution recordsCtrlK')
  fireEvent.keyDown(sheet, { key: 'Escape', keyCode: 27 })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
})

test('? in a field is typed', async () => {
  const { user } = await draw(<Bar />)
  await user.type(screen.getByLabelText('Name'), 'why?')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('why?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the menu has the glossary and the shortcuts, in the language of the page', async () => {
  const { user } = await draw(<Bar />, { session: { language: 'zh' } })
  await user.click(screen.getByRole('button', { name: '帮助' }))
  expect(await screen.findByRole('menuitem', { name: /术语表/ })).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: /快捷键/ }))
  expect((await screen.findByRole('dialog', { name: '快捷键' })).textContent).toContain('放入新事务或控制器')
})

test('the menu starts the tour, in a project only', async () => {
  const onStart = vi.fn()
  onTestFinished(onTourStart(onStart))
  const { user, unmount } = await draw(<Bar />)
  await user.click(screen.getByRole('button', { name: 'Help' }))
  await user.click(await screen.findByRole('menuitem', { name: /Take the tour/ }))
  expect(onStart).toHaveBeenCalledOnce()
  unmount()
  await draw(<HelpMenu area="admin" />)
  await user.click(screen.getByRole('button', { name: 'Help' }))
  await screen.findByRole('menuitem', { name: /Glossary/ })
  expect(screen.queryByRole('menuitem', { name: /Take the tour/ })).toBeNull()
})
