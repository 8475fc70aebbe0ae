import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../test-page.tsx'
import { catalogueTrees } from '../catalogue-trees.ts'
import { queryClient } from '../query.ts'
import { session } from '../session/session.ts'
import { preparingLink, startFirstData } from './page-preparation.ts'

const nodes = [{ id: 'root', parentId: null, kind: 'folder', name: 'root' }]
const route = { firstData: 'components', needs: 'component.view' } as const
const load = async () => {
  const sent = await serve({ 'component/tree': nodes, 'scenario/tree': nodes })
  return { sent: () => sent.map(({ call }) => call) }
}

beforeEach(() => {
  queryClient.clear()
  session.set({ token: 'token', projectId: 'shop', accessList: ['component.view'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the tree of a page is asked for once while its code is loaded', async () => {
  const { sent } = await load()
  startFirstData(route)
  startFirstData(route)
  // What the page asks for once its code is there.
  expect(await queryClient.fetchQuery(catalogueTrees.component('shop'))).toEqual(nodes)
  expect(sent()).toEqual(['component/tree'])
})

test.each([
  ['a page without first data', {}, {}],
  ['a viewer without a session', route, { token: '' }],
  ['a viewer without a project', route, { projectId: '' }],
  ['a role that may not see it', route, { accessList: [] }],
])('nothing is asked for %s', async (_, of, viewer) => {
  const { sent } = await load()
  session.set(viewer)
  startFirstData(of)
  await queryClient.fetchQuery(catalogueTrees.scenario('shop'))
  expect(sent()).toEqual(['scenario/tree'])
})

test('a pointer that rests on a link prepares its page, one that passes by does not', () => {
  vi.useFakeTimers()
  const page = vi.fn(() => Promise.resolve())
  const link = preparingLink({ page })
  link.onPointerEnter()
  link.onPointerLeave()
  vi.runAllTimers()
  expect(page).not.toHaveBeenCalled()
  link.onPointerEnter()
  vi.runAllTimers()
  expect(page).toHaveBeenCalledOnce()
})
