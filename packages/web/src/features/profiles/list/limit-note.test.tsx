import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { LimitNote } from './limit-note.tsx'

const projectId = '3b241101-e2bb-4255-8caf-4136c566a962'

test.each([
  [450, /^The project has 450 flame diagrams of at most 500/],
  [500, /^The project has 500 flame diagrams, which is the limit/],
])('a project with %i flame diagrams is told the limit', async (total, text) => {
  await serve({ 'profile/list': { rows: [], total, page: 1, pageSize: 10 } })
  await draw(<LimitNote />, { session: { projectId } })
  await screen.findByText(text)
})

test('a project with fewer is told nothing', async () => {
  const sent = await serve({ 'profile/list': { rows: [], total: 449, page: 1, pageSize: 10 } })
  const { container } = await draw(<LimitNote />, { session: { projectId } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(container.querySelector('.ant-alert')).toBeNull()
})
