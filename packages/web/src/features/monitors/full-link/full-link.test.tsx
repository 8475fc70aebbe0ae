/** Full link: choice of a run and a label, the nodes that serve it, and where knowledge ends. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { inProject } from '../test-monitors.ts'
import { FullLinkPage } from './full-link-page.tsx'
import { testLinkRun, testPath } from './test-full-link.ts'

// The window of the tests has no canvas; what is drawn is seen in a real browser.
vi.mock('uplot', () => ({
  default: class {
    static readonly paths = {}
    setSize() {}
    setData() {}
    setScale() {}
    destroy() {}
  },
}))

const runs = (rows: readonly object[]) => ({ rows, total: rows.length, page: 1, pageSize: 50 })

async function open({ path = testPath(), run = testLinkRun(), address = `/?run=${idOf(7)}` } = {}) {
  const sent = await serve({
    'fullLink/labels': run,
    'fullLink/path': path,
    'run/list': runs([]),
    'monitorType/usable': [],
  })
  const timesOf = (of: { number: number }, label: number) => <p>{`Times of #${of.number}, label ${label}`}</p>
  return { ...(await draw(<FullLinkPage timesOf={timesOf} />, { address, session: inProject })), sent }
}
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(cell => cell.textContent)

test('the first label with an address is shown with its nodes in the order of calls', async () => {
  const { sent } = await open()
  expect(await screen.findByText('this server resolves the name to 10.0.0.5')).toBeTruthy()
  expect(screen.getByText('belonged to the run')).toBeTruthy()
  expect(screen.getByText('Times of #3, label 0')).toBeTruthy()
  const [, shop, store] = await screen.findAllByRole('row')
  expect(shop && texts(shop)).toEqual(['Shop10.0.0.5:8080', 'Entry', '', 'No monitor', ''])
  expect(store && texts(store)).toEqual(['Storeweb-1', '1', 'Shop', 'Up 8 sDown 2 s', 'Busy20 % / 30 %'])
  expect(screen.getByText(/data of tracing systems is not read/)).toBeTruthy()
  expect(sent.find(({ call }) => call === 'fullLink/path')?.fields).toMatchObject({
    runId: idOf(7),
    label: '0',
  })
})

test('another label is asked for and kept in the address', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('combobox', { name: 'Request or transaction' }))
  await user.click(await screen.findByText('Pay · pay.test:443'))
  expect(await screen.findByText('Times of #3, label 1')).toBeTruthy()
  expect(sent.filter(({ call }) => call === 'fullLink/path').at(-1)?.fields).toMatchObject({ label: '1' })
})

test('an address that no node has is said with what was searched, and one that comes to be in the run apart', async () => {
  const nothing = { ...testPath().monitoring, monitors: [], series: [], charts: [] }
  await open({
    path: testPath({
      targets: [
        { address: 'shop:8080', isComputed: false, entries: [] },
        { address: 'http://${host}', isComputed: true, entries: [] },
      ],
      links: [],
      monitoring: nothing,
      health: [],
      searched: { ofRun: 1, others: 100, omitted: 4, isHidden: false },
    }),
  })
  expect(
    await screen.findByText('No node has the address shop:8080. Add it to a node of a monitoring link'),
  ).toBeTruthy()
  expect(screen.getByText(/http:\/\/\$\{host\} has variables/)).toBeTruthy()
  expect(
    screen.getByText(/Links searched: 1 of the run, 100 others of the project · 4 more links/),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open monitoring links' })).toBeTruthy()
})

test('who may not view monitors reads that other links were not searched', async () => {
  const target = { address: 'shop:8080', isComputed: false, entries: [] }
  const searched = { ofRun: 0, others: 0, omitted: 0, isHidden: true }
  await open({ path: testPath({ targets: [target], links: [], searched }) })
  expect(await screen.findByText(/You may not view monitors/)).toBeTruthy()
})

test('of imported results the page says that no address is known', async () => {
  const labels = testLinkRun().labels.map(each => ({ ...each, addresses: [] }))
  await open({
    run: testLinkRun({ source: 'imported', labels }),
    path: testPath({ targets: [], links: [] }),
  })
  expect(await screen.findByText(/imported from a file without addresses/)).toBeTruthy()
  expect(screen.queryByText(/No address is known/)).toBeNull()
})

test('a path that is cut says by how many nodes, and a monitor without values that it has none', async () => {
  const [link] = testPath().links
  const path = testPath({
    health: [],
    links: link === undefined ? [] : [{ ...link, omittedNodes: 3, isOfRun: false }],
  })
  await open({ path: { ...path, monitoring: { ...path.monitoring, series: [], charts: [] } } })
  expect(await screen.findByText('3 more nodes are not shown')).toBeTruthy()
  expect(screen.getByText('did not belong to the run; shown as it is drawn now')).toBeTruthy()
  expect(screen.getAllByText('No values were collected during the run').length).toBeGreaterThan(0)
})

test('without a run one is chosen, and without any run the page says what comes first', async () => {
  await open({ address: '/' })
  expect(await screen.findByText('There are no runs yet')).toBeTruthy()
})
