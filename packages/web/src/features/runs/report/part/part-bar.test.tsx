import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { outline } from '../../../../test-outline.ts'
import { draw } from '../../../../test-page.tsx'
import { PartBar } from './part-bar.tsx'

const part = { fromMs: 10_000, toMs: 25_000 }

test('a chosen part becomes a report of exactly its seconds, with the ramp-up if asked for', async () => {
  const [onGenerate, onShowAll] = [vi.fn(), vi.fn()]
  const actions = { hasRules: true, isBusy: false, onGenerate }
  const { user } = await draw(<PartBar part={part} actions={actions} onShowAll={onShowAll} />)
  expect(outline()).toMatchInlineSnapshot(`
    "complementary "Selected time range"
      status: Selected 0:10 – 0:25, 15 s (full seconds)
      checkbox "Include the ramp-up in the SLA verdict"
      Include the ramp-up in the SLA verdict
      button "Report of this part"
      button "Show all""
  `)
  await user.click(screen.getByRole('button', { name: 'Report of this part' }))
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Report of this part' }))
  expect(onGenerate.mock.calls).toEqual([
    [{ ...part, includesRampUp: false }],
    [{ ...part, includesRampUp: true }],
  ])
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(onShowAll).toHaveBeenCalledOnce()
})

test('who may not make reports can only go back', async () => {
  await draw(<PartBar part={part} actions={null} onShowAll={() => undefined} />)
  expect(screen.getAllByRole('button').map(each => each.textContent)).toEqual(['Show all'])
  expect(screen.queryByRole('checkbox')).toBeNull()
})
