import { screen, waitFor } from '@testing-library/react'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../test-page.tsx'
import { RowActions } from '../ui/data-table/row-actions.tsx'
import { returnFocus } from './focus-return.ts'

// A menu that fades out is gone once its animation ends, which this DOM does not tell.
const { happyDOM } = window as unknown as {
  readonly happyDOM: { readonly settings: { readonly device: { prefersReducedMotion: string } } }
}
happyDOM.settings.device.prefersReducedMotion = 'reduce'

/** A dialog that is removed at once, as most dialogs here are. */
function Page({ deletes = false }: { readonly deletes?: boolean }) {
  useEffect(() => returnFocus(document), [])
  const [isOpen, setOpen] = useState(false)
  const [isThere, setThere] = useState(true)
  const close = () => {
    setOpen(false)
    if (deletes) setThere(false)
  }
  return (
    <main>
      <h1>Hosts</h1>
      {isThere && (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            New
          </button>
          <RowActions
            of="load-a"
            shown={0}
            actions={[{ key: 'edit', label: 'Edit', onClick: () => setOpen(true) }]}
          />
        </>
      )}
      {isOpen && (
        <Modal open title="A host" onCancel={close}>
          <input aria-label="Name" />
        </Modal>
      )}
    </main>
  )
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
type User = Awaited<ReturnType<typeof draw>>['user']

/** Into the dialog and out of it, by its button. */
async function leaveDialog(user: User): Promise<void> {
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await waitFor(() => expect(focused()).toBe('Name'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('what opened a dialog has the focus again after it', async () => {
  const { user } = await draw(<Page />)
  await user.click(screen.getByRole('button', { name: 'New' }))
  await leaveDialog(user)
  await waitFor(() => expect(focused()).toBe('New'))
})

test('after a dialog that the menu of a row opened, the button of the menu has it', async () => {
  const { user } = await draw(<Page />)
  await user.click(screen.getByRole('button', { name: 'More actions: load-a' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await leaveDialog(user)
  await waitFor(() => expect(focused()).toBe('More actions: load-a'))
})

test('if its opener is gone too, the heading of the page has it', async () => {
  const { user } = await draw(<Page deletes />)
  await user.click(screen.getByRole('button', { name: 'New' }))
  await leaveDialog(user)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hosts' })))
})
