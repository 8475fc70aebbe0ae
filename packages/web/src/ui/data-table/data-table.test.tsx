import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../../test-page.tsx'
import { type DataColumn, DataTable, type RowsPage } from './data-table.tsx'
import { useList } from './use-list.ts'

interface Machine {
  readonly id: string
  readonly name: string
  readonly cores: number
}
const columns: readonly DataColumn<Machine, 'name' | 'cores'>[] = [
  { key: 'name', title: 'Name', sort: 'name', visibility: 'always', render: row => row.name },
  { key: 'cores', title: 'Cores', sort: 'cores', align: 'right', render: row => row.cores },
  { key: 'note', title: 'Note', visibility: 'optional', render: () => 'rarely wanted' },
]
const listOptions: { sort: 'name' | 'cores'; descending: boolean; filters: { kind: string } } = {
  sort: 'name',
  descending: false,
  filters: { kind: '' },
}
const someRows = (count: number): Machine[] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, name: `machine ${at}`, cores: at }))

interface Options {
  readonly data?: RowsPage<Machine> | undefined
  readonly error?: Error | null
  readonly onRowClick?: (row: Machine) => void
  readonly most?: number
  readonly refetch?: () => void
  readonly shown?: typeof columns
}

function Machines({ data, error = null, onRowClick, most, refetch, shown = columns }: Options) {
  const list = useList(listOptions)
  const [ids, setIds] = useState<readonly string[]>([])
  return (
    <DataTable
      storageKey="machines"
      label="Machines"
      columns={shown}
      query={{ data, error, isFetching: false, refetch: (async () => refetch?.()) as never }}
      list={list}
      rowId={row => row.id}
      empty={{ title: 'No machine yet', text: 'Join one first' }}
      {...(onRowClick && { onRowClick })}
      selection={{
        ids,
        onChange: setIds,
        isDisabled: row => row.cores === 7,
        actions: <span>bulk action</span>,
        chooseAll: async () => setIds(['all']),
        ...(most !== undefined && { most }),
      }}
    />
  )
}
const page = (rows: Machine[], total = rows.length): RowsPage<Machine> => ({
  total,
  page: 1,
  pageSize: 20,
  rows,
})
/** Of the header, which stays in view and so is a table of its own, and of the rows. */
const headings = () =>
  screen.getAllByRole('table', { name: 'Machines' }).map(table =>
    within(table)
      .getAllByRole('columnheader')
      .map(head => head.textContent),
  )
const titles = () => headings()[0]

test('shows its rows, without the columns that are hidden by default', async () => {
  await draw(<Machines data={page(someRows(3))} />)
  expect(screen.getByText('machine 2')).toBeTruthy()
  expect(titles()).toEqual(expect.arrayContaining(['Name', 'Cores']))
  expect(titles()).not.toContain('Note')
})

test('what is cut in a cell, as text or as a button, is told in full where it is pointed at', async () => {
  const name: (typeof columns)[number] = {
    key: 'name',
    title: 'Name',
    render: row => (
      <button type="button" className="link-button">
        {row.name}
      </button>
    ),
  }
  const { user } = await draw(<Machines data={page(someRows(2))} shown={[name]} />)
  const [cut, whole] = ['machine 0', 'machine 1'].map(text => screen.getByRole('button', { name: text }))
  if (!cut || !whole) throw new Error('no rows')
  Object.defineProperties(cut, { scrollWidth: { value: 300 }, clientWidth: { value: 100 } })
  await user.hover(cut)
  expect(cut.closest('td')?.title).toBe('machine 0')
  await user.hover(whole)
  expect(whole.closest('td')?.title).toBe('')
})

test('the cells of the rows have the headings of the header, and the page bar says which page is shown', async () => {
  await draw(<Machines data={page(someRows(20), 45)} />)
  const [, ofRows] = headings()
  expect(ofRows).toEqual(['Select', ...(titles() ?? []).slice(1)])
  const pages = screen.getAllByRole('link', { name: /^Page / })
  expect(pages.map(link => link.getAttribute('aria-label'))).toEqual(
    [1, 2, 3, 4, 5].map(number => `Page ${number}`),
  )
  expect(pages.map(link => link.getAttribute('aria-current'))).toEqual(['page', null, null, null, null])
  expect(screen.getByRole('button', { name: 'Next page' })).toBeTruthy()
})

test('a column can be shown and hidden, and the browser stores the choice', async () => {
  const { user } = await draw(<Machines data={page(someRows(2))} />)
  await user.click(screen.getByRole('button', { name: /column/i }))
  expect(screen.queryByRole('checkbox', { name: 'Name' })?.hasAttribute('disabled') ?? true).toBe(true)
  await user.click(await screen.findByRole('checkbox', { name: 'Note' }))
  expect(titles()).toContain('Note')
  expect(localStorage.getItem('pone.columns.machines')).toBe('')
  await user.click(screen.getByRole('checkbox', { name: 'Cores' }))
  expect(titles()).not.toContain('Cores')
  expect(localStorage.getItem('pone.columns.machines')).toBe('cores')
})

test('a click on a title sorts in descending order first, the next reverses it; the address stores it', async () => {
  const { user, router } = await draw(<Machines data={page(someRows(2))} />)
  await user.click(screen.getAllByText('Cores')[0] as HTMLElement)
  expect(router.state.location.search).toBe('?sort=cores&descending=true')
  await user.click(screen.getAllByText('Cores')[0] as HTMLElement)
  expect(router.state.location.search).toBe('?sort=cores')
})

test('the page number is in the address, another page size starts at the first page', async () => {
  const { user, router } = await draw(<Machines data={page(someRows(20), 61)} />)
  await user.click(screen.getByRole('listitem', { name: '3' }))
  expect(router.state.location.search).toBe('?page=3')
})

test('an empty list shows what is missing; a filtered one offers to clear the filters', async () => {
  const { user, router } = await draw(<Machines data={page([])} />)
  expect(screen.getByText('No machine yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /column/i })).toBeNull()
  await act(() => router.navigate('/?search=x&page=2'))
  expect(screen.queryByText('No machine yet')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(router.state.location.search).toBe('')
})

test('an error without rows is shown with a retry', async () => {
  let retries = 0
  const { user } = await draw(<Machines error={new TypeError('broken')} refetch={() => (retries += 1)} />)
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: /Retry/ }))
  expect(retries).toBe(1)
})

test('a click on a row opens it, not on its check box', async () => {
  const opened: string[] = []
  const { user } = await draw(<Machines data={page(someRows(3))} onRowClick={row => opened.push(row.id)} />)
  await user.click(screen.getByText('machine 2'))
  await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  expect(opened).toEqual(['m2'])
})

test('selected rows show a bar with their count and actions; all pages can be selected', async () => {
  const { user } = await draw(<Machines data={page(someRows(3), 40)} />)
  expect(screen.queryByRole('toolbar')).toBeNull()
  const [all, first] = screen.getAllByRole('checkbox')
  await user.click(first as HTMLElement)
  expect(screen.getByRole('toolbar').textContent).toContain('1 selected')
  expect(screen.queryByRole('button', { name: 'Select all 40' })).toBeNull()
  await user.click(all as HTMLElement)
  const bar = screen.getByRole('toolbar')
  expect(bar.textContent).toContain('3 selected')
  expect(bar.textContent).toContain('bulk action')
  await user.click(within(bar).getByRole('button', { name: 'Select all 40' }))
  expect(screen.getByRole('toolbar').textContent).toContain('1')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('toolbar')).toBeNull()
})
