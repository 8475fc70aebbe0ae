import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, startedAt } from '../../../test-runs.ts'
import { Page } from './assembly-page.tsx'

const count = 10_000
const changed = { position: 0, updatedAt: startedAt, updatedBy: 'li' }
const rootId = idOf(1)
const nodes = [
  { ...changed, id: rootId, parentId: null, kind: 'folder', name: 'root' },
  { ...changed, id: idOf(2), parentId: rootId, kind: 'folder', name: 'Archive' },
  { ...changed, id: idOf(3), parentId: idOf(2), kind: 'folder', name: '2020' },
  ...[2, 3].map(at => ({
    ...changed,
    id: `old${at}`,
    parentId: idOf(at),
    kind: 'component',
    name: `Old ${at}`,
  })),
  ...Array.from({ length: count }, (_, at) => ({
    ...changed,
    id: `order${at}`,
    parentId: rootId,
    kind: 'component',
    name: `Order ${at}`,
  })),
]

test('of 10,000 components one page is drawn, and one call counts the steps of its rows', async () => {
  const sent = await serve({
    'component/tree': nodes,
    'component/stepCounts': ({ ids }: { ids: string }) =>
      (JSON.parse(ids) as string[]).map(id => ({ id, steps: Number(id.replace('order', '')) + 100 })),
  })
  await draw(<Page />, { session: { accessList: ['component.view'] } })
  const table = await screen.findByRole('table')
  await within(table).findByText(/^108 /)
  expect(within(table).getAllByRole('row').length).toBe(11)
  // The folder's component, and that of the folder in it.
  expect(within(table).getByText('2 components')).toBeTruthy()
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(100)
  const asked = sent.map(({ call }) => call)
  expect(asked.filter(call => call === 'component/stepCounts')).toHaveLength(1)
  expect(asked).not.toContain('component/get')
})
