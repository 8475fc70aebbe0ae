/** The bell: open incidents by level, and who sees what of it. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../test-page.tsx'
import { AlertBell } from './alert-bell.tsx'

const viewer = { accessList: ['project.view', 'monitor.view'] as const }
const editor = { accessList: ['project.view', 'monitor.view', 'monitor.edit'] as const }

async function open(session: object, counts: object, rulesWithoutValues: object[] = []) {
  await serve({
    'alert/openCounts': { notice: 0, warning: 0, critical: 0, unacknowledged: 0, ...counts },
    'alert/rulesWithoutValues': rulesWithoutValues,
  })
  const drawn = await draw(<AlertBell />, { session })
  await drawn.user.click(screen.getByRole('button', { name: /^Open incidents/ }))
  return drawn
}

test('incidents are counted by level, the gravest first, and lead to their list', async () => {
  const { user, router } = await open(viewer, { critical: 2, notice: 1 })
  await screen.findByRole('button', { name: 'Open incidents: 3' })
  const items = screen.getAllByRole('menuitem').map(item => item.textContent)
  expect(items).toEqual(['Critical: 2', 'Notice: 1', 'All incidents'])
  await user.click(screen.getByRole('menuitem', { name: 'Critical: 2' }))
  expect(router.state.location.search).toBe('?level=critical')
})

test('without incidents the menu says so, and leads to a new rule those who may make one', async () => {
  const { user, router } = await open(editor, {})
  await screen.findByText('No open incidents')
  await user.click(screen.getByRole('menuitem', { name: 'Create alarm' }))
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
    '/pone/atf/projects/warningConfig?ruleOf=new',
  )
})

test('rules that get no values are counted without being incidents, and lead to the list of rules', async () => {
  const rule = {
    id: '3b241101-e2bb-4255-8caf-4136c566a962',
    name: 'CPU',
    monitors: 1,
    of: 2,
    names: ['shop'],
  }
  const { user, router } = await open(viewer, {}, [rule])
  await screen.findByRole('button', { name: 'Open incidents: 0 · Alert rules without values: 1' })
  await user.click(await screen.findByRole('menuitem', { name: 'Alert rules without values: 1' }))
  expect(router.state.location.pathname).toBe('/pone/atf/projects/warningConfig')
})

test('who may not view monitors sees no bell', async () => {
  await serve({})
  await draw(<AlertBell />, { session: { accessList: ['project.view'] } })
  expect(screen.queryByRole('button')).toBeNull()
})
