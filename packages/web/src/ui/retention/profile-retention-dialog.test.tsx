/** The form for how long flame diagrams and thread dumps are kept. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../test-page.tsx'
import { ProfileRetentionDialog } from './profile-retention-dialog.tsx'

const projectId = '3b241101-e2bb-4255-8caf-4136c566a962'
const stateOf = (fields: Record<string, string>) => ({
  days: 90,
  expired: fields['days'] === '7' ? { profiles: 12, threadDumps: 3 } : { profiles: 0, threadDumps: 0 },
})

async function open(canEdit: boolean) {
  const sent = await serve({ 'profile/retention': stateOf, 'profile/saveRetention': stateOf })
  const accessList = canEdit ? (['monitor.view', 'project.edit'] as const) : (['monitor.view'] as const)
  const drawn = await draw(<ProfileRetentionDialog onClose={() => undefined} />, {
    session: { projectId, accessList: [...accessList] },
  })
  await screen.findByText('Nothing is older than this at present')
  return { ...drawn, sent }
}

test('days that delete something are told before they are saved', async () => {
  const { user, sent } = await open(true)
  const days = screen.getByRole('spinbutton')
  await user.clear(days)
  await user.type(days, '7')
  await screen.findByText(/^Older than this, and therefore deleted: 12 flame diagrams, 3 orders/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.some(({ call }) => call === 'profile/saveRetention')).toBe(true))
  expect(sent.find(({ call }) => call === 'profile/saveRetention')?.fields['days']).toBe('7')
})

test('who may not edit the project sees the days, and cannot change them', async () => {
  await open(false)
  expect(screen.getByRole('spinbutton')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
