import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { TakeDialog } from './take-dialog.tsx'

const projectId = '3b241101-e2bb-4255-8caf-4136c566a962'
const page = { rows: [], total: 0, page: 1, pageSize: 50 }

async function open() {
  await serve({ 'monitor/list': page, 'monitorLink/list': page, 'alert/rules': page, 'scenario/tree': [] })
  return draw(<TakeDialog onClose={() => undefined} onOrdered={() => undefined} />, {
    session: { projectId },
  })
}
const ticked = () =>
  screen
    .getAllByRole('checkbox')
    .filter(box => box instanceof HTMLInputElement && box.checked)
    .map(box => box.closest('label')?.textContent)

test('types that a newly chosen target does not have are not ticked any more', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Wall clock' }))
  await user.click(screen.getByRole('checkbox', { name: 'Allocation' }))
  expect(ticked()).toEqual(['CPU', 'Wall clock', 'Allocation'])
  const target = screen.getByRole('combobox', { name: /^Target/ })
  fireEvent.mouseDown(target)
  await user.click(await screen.findByTitle('Python (py-spy)'))
  expect(ticked()).toEqual(['CPU', 'Wall clock'])
  expect(screen.queryByRole('checkbox', { name: 'Allocation' })).toBeNull()
})

test('a triggered order offers its triggers, and rules of alerts only while alerts trigger it', async () => {
  const { user } = await open()
  await user.click(screen.getByText('Triggered'))
  expect(ticked()).toEqual(['CPU', 'SLA rule violated', 'Alert triggered'])
  expect(screen.getByRole('combobox', { name: /^Alert rules/ })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Alert triggered' }))
  expect(screen.queryByRole('combobox', { name: /^Alert rules/ })).toBeNull()
})
