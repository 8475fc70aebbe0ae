import { jmeterComponentNodeSchema } from '@pone/contract/entities/jmeter-component.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { PlanEditorView } from './plan-editor.tsx'
import type { TrialView } from './plan-pane-props.ts'

const text = `<?xml version="1.0" encoding="UTF-8"?>
<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
  <hashTree>
    <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Shop plan"/>
    <hashTree>
      <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Visitors">
        <intProp name="ThreadGroup.num_threads">7</intProp>
      </ThreadGroup>
      <hashTree>
        <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="Browse">
          <stringProp name="HTTPSampler.path">/goods</stringProp>
        </HTTPSamplerProxy>
        <hashTree/>
        <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="Pay" enabled="false">
          <stringProp name="HTTPSampler.path">/pay</stringProp>
        </HTTPSamplerProxy>
        <hashTree/>
      </hashTree>
    </hashTree>
  </hashTree>
</jmeterTestPlan>
`
const node = jmeterComponentNodeSchema.parse({
  id: '3b241101-e2bb-4255-8caf-4136c566a962',
  parentId: null,
  kind: 'component',
  name: 'Shop',
  position: 0,
  updatedAt: 0,
  updatedBy: 'li',
})
/** Standalone execution belongs to another feature; this component replaces it. */
const Trial: TrialView = ({ children, isOff }) =>
  children({
    button: <button type="button">{isOff ? 'no trial' : 'trial'}</button>,
    dock: null,
    run: () => undefined,
  })

// A tree renders only visible rows, and this DOM has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

async function open(
  accessList: readonly ('component.edit' | 'component.debug')[] = ['component.edit', 'component.debug'],
) {
  const read = readPlan(text)
  if (!read.ok) throw new Error(read.problem.code)
  const sent = await serve({ 'jmeterComponent/files': [], 'jmeterComponent/tree': [node] })
  const drawn = await draw(
    <PlanEditorView
      Trial={Trial}
      nodes={[node]}
      node={node}
      isCatalogueFolded={false}
      onFoldCatalogue={() => undefined}
      onOpen={() => undefined}
      plan={read.plan}
      revision={3}
    />,
    { session: { accessList } },
  )
  await screen.findAllByRole('treeitem')
  return { ...drawn, sent }
}
const rows = () => screen.getAllByRole('treeitem')
const names = () => rows().map(row => /Shop plan|Visitors|Browse|Pay/.exec(row.textContent)?.[0])
const row = (name: string) => {
  const found = rows().find(each => each.textContent.includes(name))
  if (!found) throw new Error(`no row ${name}`)
  return found
}
const field = (name: string) =>
  document.querySelector<HTMLInputElement>(
    `[data-property="${name}"] input, [data-property="${name}"] textarea`,
  )

test('the tree shows the elements with their levels', async () => {
  await open()
  expect(names()).toEqual(['Shop plan', 'Visitors', 'Browse', 'Pay'])
  expect(rows().map(each => each.getAttribute('aria-level'))).toEqual(['1', '2', '3', '3'])
})

test('an element shows its properties, and typed input can be undone and redone', async () => {
  // Typing without a pause is one step, and a busy machine pauses.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { user } = await open()
  await user.click(row('Browse'))
  const path = field('HTTPSampler.path')
  expect(path?.value).toBe('/goods')
  await user.type(path as HTMLInputElement, '/all')
  await user.tab()
  expect(field('HTTPSampler.path')?.value).toBe('/goods/all')
  await user.click(row('Browse'))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(field('HTTPSampler.path')?.value).toBe('/goods'))
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(() => expect(field('HTTPSampler.path')?.value).toBe('/goods/all'))
})

test('elements are deleted with all below them, and duplicated', async () => {
  const { user } = await open()
  await user.click(row('Browse'))
  await user.keyboard('{Control>}d{/Control}')
  await waitFor(() => expect(rows()).toHaveLength(5))
  await user.click(row('Visitors'))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(names()).toEqual(['Shop plan']))
})

test('a search shows matching elements and their parents', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: /find|filter|search/i }), '/pay')
  await waitFor(() => expect(names()).toEqual(['Shop plan', 'Visitors', 'Pay']))
})

test('without the right to edit properties are visible and cannot be changed', async () => {
  const { user } = await open([])
  expect(screen.getByText('no trial')).toBeTruthy()
  await user.click(row('Browse'))
  const path = field('HTTPSampler.path')
  expect(path?.readOnly === true || path?.disabled === true).toBe(true)
  await user.keyboard('{Delete}')
  expect(rows()).toHaveLength(4)
})
