import { fireEvent, screen } from '@testing-library/react'
import { Table } from 'antd'
import { expect, test, vi } from 'vitest'
import { draw } from '../../test-page.tsx'
import { useRowPages } from './use-row-pages.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `row ${at}` }))
function Rows({ count }: { readonly count: number }) {
  return (
    <Table
      rowKey="name"
      columns={[{ title: 'Name', dataIndex: 'name', sorter: (a, b) => a.name.localeCompare(b.name) }]}
      dataSource={rowsOf(count)}
      pagination={useRowPages(count)}
    />
  )
}
const drawn = () => screen.getAllByRole('row').length - 1

test('of 10,000 rows one page is drawn, and the last page has the last row', async () => {
  const { user } = await draw(<Rows count={10_000} />)
  expect(drawn()).toBe(50)
  await user.click(screen.getByTitle('200'))
  expect(screen.getByText('row 9999')).toBeTruthy()
  expect(drawn()).toBe(50)
})

test('what fits on one page has no pages', async () => {
  await draw(<Rows count={50} />)
  expect(drawn()).toBe(50)
  expect(screen.queryByTitle('1')).toBeNull()
})

test('on paper all rows are drawn', async () => {
  const media = vi.spyOn(window, 'matchMedia')
  media.mockImplementation(
    query => Object.assign(new EventTarget(), { matches: query === 'print' }) as MediaQueryList,
  )
  await draw(<Rows count={120} />)
  media.mockRestore()
  expect(drawn()).toBe(120)
})

test('they are drawn before the browser counts the sheets, and pages come back afterwards', async () => {
  await draw(<Rows count={120} />)
  fireEvent(window, new Event('beforeprint'))
  expect(drawn()).toBe(120)
  fireEvent(window, new Event('afterprint'))
  expect(drawn()).toBe(50)
})
