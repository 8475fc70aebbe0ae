/** The bell: open incidents by level, and who sees what of it. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../test-page.tsx'
import { AlertBell } from './alert-bell.tsx'

const viewer = { accessList: ['project.view', 'monitor.view'] as const }
const editor = { accessList: ['project.view', 'monitor.view', 'monitor.edit'] as const }

async function open(session: object, counts: object) {
  await serve({ 'alert/openCounts': { notice: 0, warning: 0, critical: 0, unacknowledged: 0, ...counts } })
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

test('who may not view monitors sees no bell', async () => {
  await serve({})
  await draw(<AlertBell />, { session: { accessList: ['project.view'] } })
  expect(screen.queryByRole('button')).toBeNull()
})
