import { componentNodeSchema } from '@pone/contract/entities/component.ts'
import { jmeterComponentNodeSchema } from '@pone/contract/entities/jmeter-component.ts'
import { scenarioNodeSchema } from '@pone/contract/entities/scenario.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SessionValues } from '../../lib/session/session.ts'
import { outline } from '../../test-outline.ts'
import { draw, serve } from '../../test-page.tsx'
import { idOf, runOf, startedAt } from '../../test-runs.ts'
import { SearchDialog } from './search-dialog.tsx'

const node = (number: number, kind: string, name: string) => ({
  id: idOf(number),
  parentId: null,
  kind,
  name,
  position: 0,
  updatedAt: startedAt,
  updatedBy: 'li',
})
const components = [
  node(1, 'folder', 'Scenic folder'),
  node(2, 'component', 'SCENIC tour'),
  node(3, 'component', 'Login'),
].map(each => componentNodeSchema.parse(each))
const plans = [node(4, 'folder', 'Scenic plans'), node(5, 'component', 'Old scenic tour')].map(each =>
  jmeterComponentNodeSchema.parse(each),
)
const scenarios = [node(6, 'set', 'Scenic set'), node(7, 'scenario', 'Night, scenic')].map(each =>
  scenarioNodeSchema.parse(each),
)
const runs = [
  runOf(8, { scenarioName: 'Night' }),
  runOf(9, { scenarioName: 'Day', state: 'running', endedAt: null }),
]

async function open({
  area = 'projects' as 'admin' | 'projects',
  answers = {} as object,
  session = {} as Partial<SessionValues>,
} = {}) {
  const closed: string[] = []
  const sent = await serve({
    'component/tree': components,
    'jmeterComponent/tree': plans,
    'scenario/tree': scenarios,
    'run/list': { rows: runs, total: runs.length },
    ...answers,
  })
  const drawn = await draw(<SearchDialog area={area} onClose={() => void closed.push('closed')} />, {
    session: { accessList: ['component.view', 'scenario.view', 'run.view'], ...session },
  })
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' })
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
  const options = () => screen.queryAllByRole('option')
  const current = () => options().findIndex(option => option.getAttribute('aria-selected') === 'true')
  const address = () => drawn.router.state.location.pathname + drawn.router.state.location.search
  return { ...drawn, sent, closed, field, type, options, current, address }
}
const project = '/pone/atf/projects'

test('a text finds pages, components, JMeter components, scenarios and runs, in this order', async () => {
  const { type, sent } = await open()
  type('  scen ')
  await screen.findByRole('option', { name: /#9 Day/ })
  expect(outline(screen.getByRole('dialog'))).toMatchInlineSnapshot(`
    "dialog "Search" [modal]
      img "search"
      combobox "Search" = "  scen " [expanded]
      listbox "Search"
        option "file-text Scenarios Page" [selected]
        option "appstore SCENIC tour Component"
        option "experiment Old scenic tour JMeter component"
        option "build Night, scenic Scenario"
        option "file-search #8 Night Run"
        option "file-search #9 Day Run"
      ↑ ↓ ChooseEnter OpenEsc Close"
  `)
  expect(sent.filter(({ call }) => call === 'run/list').map(({ fields }) => fields)).toEqual([
    expect.objectContaining({ projectId: 'p1', search: 'scen' }),
  ])
})

test('without a text all pages are there and no runs are asked for', async () => {
  const { options, sent, field } = await open()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(options().length).toBeGreaterThan(3)
  expect(options().every(option => option.textContent.endsWith('Page'))).toBe(true)
  expect(sent.map(({ call }) => call).toSorted()).toEqual([
    'component/tree',
    'jmeterComponent/tree',
    'scenario/tree',
  ])
  expect(document.activeElement).toBe(field())
})

test('a page is found by its address as well', async () => {
  const { type, options } = await open()
  type('ASSEMBLY')
  await waitFor(() =>
    expect(options().map(option => option.textContent)).toEqual([expect.stringMatching(/Page$/)]),
  )
})

test.each([
  ['SCENIC tour', `${project}/prComponentDesign?id=${idOf(2)}`],
  ['Old scenic tour', `${project}/jmeterComponentDesign?id=${idOf(5)}`],
  ['Night, scenic', `${project}/scenarioSLA?id=${idOf(7)}`],
  ['#8 Night', `${project}/analysisReports?id=${idOf(8)}`],
  ['#9 Day', `${project}/realTimeMonitoring?id=${idOf(9)}`],
])('a click on %s closes the dialog and goes to %s', async (name, to) => {
  const { type, user, closed, address } = await open()
  type('scenic')
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
  expect(closed).toEqual(['closed'])
  await waitFor(() => expect(address()).toBe(to))
})

test('arrows walk the list as a ring, the mouse chooses, typing starts anew, and Enter opens', async () => {
  const { type, field, options, current, closed, address } = await open()
  type('scenic')
  await screen.findByRole('option', { name: /#9 Day/ })
  const last = options().length - 1
  expect(last).toBe(4)
  expect(current()).toBe(0)
  expect(fireEvent.keyDown(field(), { key: 'ArrowUp' })).toBe(false)
  expect(current()).toBe(last)
  expect(field().getAttribute('aria-activedescendant')).toBe(options()[last]?.id)
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(current()).toBe(1)
  expect(fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true })).toBe(true)
  expect(fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })).toBe(true)
  expect(fireEvent.keyDown(field(), { key: 'x' })).toBe(true)
  expect(current()).toBe(1)
  fireEvent.mouseMove(options()[3] as HTMLElement)
  expect(current()).toBe(3)
  expect(options().map(option => option.className)[3]).toBe('search-hit search-hit-current')
  type('scenic ')
  expect(current()).toBe(0)
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(closed).toEqual(['closed'])
  await waitFor(() => expect(address()).toBe(`${project}/jmeterComponentDesign?id=${idOf(5)}`))
})

test('where nothing is found it says so, and keys do nothing', async () => {
  const { type, field, options, closed, address } = await open({
    answers: { 'run/list': { rows: [], total: 0 } },
  })
  type('zzz')
  expect(await screen.findByText('No results for “zzz”')).toBeTruthy()
  expect(options()).toEqual([])
  expect(field().hasAttribute('aria-activedescendant')).toBe(false)
  expect(fireEvent.keyDown(field(), { key: 'ArrowDown' })).toBe(true)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([closed, address()]).toEqual([[], '/'])
})

test('of each kind at most eight are shown', async () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    componentNodeSchema.parse({ ...node(1, 'component', `Scenic ${index}`), id: idOf(index + 1) }),
  )
  const rows = Array.from({ length: 9 }, (_, index) => runOf(index + 1))
  const { type, options } = await open({
    answers: { 'component/tree': many, 'jmeterComponent/tree': [], 'run/list': { rows, total: 9 } },
  })
  type('scenic')
  await screen.findByRole('option', { name: /#8 / })
  const titles = options().map(option => option.querySelector('.search-hit-title')?.textContent)
  expect(titles.filter(title => title?.startsWith('Scenic'))).toHaveLength(8)
  expect(titles.filter(title => title?.startsWith('#'))).toHaveLength(8)
})

test.each([
  ['component.view', ['component/tree', 'jmeterComponent/tree']],
  ['scenario.view', ['scenario/tree']],
  ['run.view', ['run/list']],
] as const)('with the right %s alone only %j is asked for', async (right, calls) => {
  const { type, sent, options } = await open({ session: { accessList: [right] } })
  type('scenic')
  await waitFor(() => expect(sent.map(({ call }) => call).toSorted()).toEqual(calls))
  await waitFor(() => expect(options().length).toBeGreaterThan(0))
})

test.each([
  ['of the administration', { area: 'admin' as const }, 'Search pages'],
  ['without a project', { session: { projectId: '' } }, undefined],
])('the search %s finds pages alone', async (_, options, placeholder) => {
  const opened = await open(options)
  opened.type('scenic')
  expect(await screen.findByText('No results for “scenic”')).toBeTruthy()
  expect(opened.sent).toEqual([])
  if (placeholder) expect(opened.field().placeholder).toMatch(new RegExp(placeholder, 'i'))
  opened.type('')
  await waitFor(() => expect(opened.options().length).toBeGreaterThan(2))
})
