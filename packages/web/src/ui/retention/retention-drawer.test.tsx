/** The form for the retention of monitoring data. */
import type { Retention, RetentionState } from '@pone/contract/entities/monitor-retention.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw } from '../../test-page.tsx'
import { RetentionDrawer } from './retention-drawer.tsx'

const mib = 1024 ** 2
const byDefault = { samplesDays: 30, minutesDays: 90, hoursDays: 730 }
const state: RetentionState = {
  own: null,
  byDefault,
  rate: { series: 1_000, samplesPerDay: 17_280_000 },
  use: {
    recentBytes: 8 * mib,
    samplesBytes: 120 * mib,
    minutesBytes: 60 * mib,
    hoursBytes: 5 * mib,
    catalogueBytes: 2 * mib,
    outside: null,
  },
}

async function open(over: Partial<RetentionState> = {}, isOfProject = true, canEdit = true) {
  const given = { ...state, ...over }
  const save = vi.fn<(retention: Retention | null) => Promise<RetentionState>>(async own => ({
    ...given,
    own,
  }))
  const onClose = vi.fn<() => void>()
  const drawn = await draw(
    <RetentionDrawer
      queryKey={['retention', JSON.stringify([over, isOfProject, canEdit])]}
      read={async () => given}
      save={save}
      isOfProject={isOfProject}
      canEdit={canEdit}
      onClose={onClose}
    />,
  )
  await screen.findByText('In use (all projects)')
  return { ...drawn, save, onClose }
}

test('a project gets periods of its own, and the estimate follows what is typed', async () => {
  const { user, save, onClose } = await open()
  const before = screen.getByText(/^About /).textContent
  await user.click(screen.getByRole('radio', { name: 'Own periods of this project' }))
  const samples = screen.getByLabelText(/^Samples \(days\)/)
  await user.clear(samples)
  await user.type(samples, '90')
  expect(screen.getByText(/^About /).textContent).not.toBe(before)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ ...byDefault, samplesDays: 90 }), {
    timeout: 10_000,
  })
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 10_000 })
})

test('a period shorter than the one before it is refused at its field before anything is sent', async () => {
  const { user, save } = await open({ own: { samplesDays: 7, minutesDays: 30, hoursDays: 60 } })
  const minutes = screen.getByLabelText(/^Minute summaries/)
  await user.clear(minutes)
  await user.type(minutes, '3')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Must not be shorter than samples')
  expect(save).not.toHaveBeenCalled()
})

test('the default can be chosen again', async () => {
  const { user, save } = await open({ own: { samplesDays: 7, minutesDays: 30, hoursDays: 60 } })
  await user.click(screen.getByRole('radio', { name: 'Default' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith(null), { timeout: 10_000 })
})

test('the default of the installation has no choice, and warns of a VictoriaMetrics that keeps less', async () => {
  await open({ use: { ...state.use, outside: { bytes: 3 * mib, keptDays: 31 } } }, false)
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText(/^VictoriaMetrics keeps data for 31 days only/)).toBeTruthy()
  expect(screen.getByText(/3 MiB, kept for 31 days/)).toBeTruthy()
})

test('without the permission nothing can be changed', async () => {
  await open({}, true, false)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByText('You do not have permission to edit the project')).toBeTruthy()
})
