import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { draw } from '../../test-page.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** A form that is closed once it is saved, if it is a dialog. */
function Edited(props: { readonly onSave: () => Promise<boolean>; readonly isDialog?: boolean }) {
  const [isOpen, setOpen] = useState(true)
  const save = async () => {
    const isStored = await props.onSave()
    if (isStored && props.isDialog) setOpen(false)
    return isStored
  }
  return isOpen && <UnsavedGuard isDirty onSave={save} />
}

async function leave(onSave: () => Promise<boolean>, isDialog = false) {
  const drawn = await draw(<Edited onSave={onSave} isDialog={isDialog} />, { session: { token: 'mine' } })
  void drawn.router.navigate('/elsewhere?part=2')
  await screen.findByRole('dialog', { name: 'You have unsaved changes' })
  const press = (name: string) => drawn.user.click(screen.getByRole('button', { name }))
  const address = () => drawn.router.state.location.pathname + drawn.router.state.location.search
  return { press, address }
}

test.each([false, true])('what is saved is left; also if the form closes then: %s', async isDialog => {
  const onSave = vi.fn(() => Promise.resolve(true))
  const { press, address } = await leave(onSave, isDialog)
  expect(address()).toBe('/')
  await press('Save and leave')
  await waitFor(() => expect(address()).toBe('/elsewhere?part=2'))
  expect(onSave).toHaveBeenCalledOnce()
})

test('what cannot be saved is not left, and can be edited', async () => {
  const { press, address } = await leave(() => Promise.resolve(false))
  await press('Save and leave')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/')
})

test('the changes can be thrown away, or edited on, without saving', async () => {
  const onSave = vi.fn(() => Promise.resolve(true))
  const stays = await leave(onSave)
  await stays.press('Keep editing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stays.address()).toBe('/')
  const leaves = await leave(onSave)
  await leaves.press('Discard changes and leave')
  await waitFor(() => expect(leaves.address()).toBe('/elsewhere?part=2'))
  expect(onSave).not.toHaveBeenCalled()
})

test('what a dialog does may change the rest of the address of its page, without a question', async () => {
  const guard = <UnsavedGuard isDirty isLayer onSave={null} />
  const { router } = await draw(guard, { session: { token: 'mine' } })
  await router.navigate('/?from=2')
  expect(router.state.location.search).toBe('?from=2')
  expect(screen.queryByRole('dialog')).toBeNull()
  void router.navigate('/elsewhere')
  await screen.findByRole('dialog', { name: 'You have unsaved changes' })
  expect(router.state.location.pathname).toBe('/')
})
