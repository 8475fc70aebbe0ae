import type { MethodWeight } from '@pone/profiles/views/methods.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw } from '../../test-page.tsx'
import { MethodTable } from './method-table.tsx'

/** Sorted by their own weight; the last one, of a thousand and more, calls all others. */
const rows: MethodWeight[] = [
  ...Array.from({ length: 1_100 }, (_, at) => ({
    name: `m${at}`,
    nameId: at,
    self: 2_000 - at,
    total: 2_000 - at,
  })),
  { name: 'main', nameId: 1_100, self: 0, total: 5_000 },
]
const shared = { rows, total: 5_000, unit: 'samples', of: 'method', pageSize: 2 } as const
const firstNames = () => screen.getAllByRole('row').map(row => row.querySelector('td')?.textContent)

test('the order is told where it is kept, and only by another column', async () => {
  const onSort = vi.fn<(sort: string) => void>()
  const { user } = await draw(<MethodTable {...shared} sort="self" onSort={onSort} />)
  expect(firstNames()).toEqual([undefined, 'm0', 'm1'])
  await user.click(screen.getByRole('columnheader', { name: /^Self/ }))
  expect(onSort).not.toHaveBeenCalled()
  await user.click(screen.getByRole('columnheader', { name: /^Total/ }))
  expect(onSort).toHaveBeenCalledExactlyOnceWith('total')
})

test('by weight with all calls, a method comes first that has hardly any weight of its own', async () => {
  await draw(<MethodTable {...shared} sort="total" onSort={() => undefined} />)
  expect(firstNames()).toEqual([undefined, 'main', 'm0'])
})
