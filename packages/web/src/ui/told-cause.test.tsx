import { failureText } from '@pone/protocols/http/definition/failures.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw } from '../test-page.tsx'
import { OpenSettings, ToldCause } from './told-cause.tsx'

const untrusted = failureText('certificateUntrusted', { detail: 'self-signed' })

test('a cause that names the run-time settings links to them, where there are any', async () => {
  const open = vi.fn()
  const { user } = await draw(
    <OpenSettings value={open}>
      <ToldCause detail={untrusted} />
    </OpenSettings>,
  )
  await user.click(screen.getByRole('button', { name: 'run-time settings' }))
  expect(open).toHaveBeenCalledOnce()
})

test('elsewhere it is text', async () => {
  await draw(<ToldCause detail={untrusted} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.body.textContent).toContain('self-signed')
})
