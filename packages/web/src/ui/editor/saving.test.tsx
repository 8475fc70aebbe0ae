import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../lib/api-error.ts'
import { createDraftStore } from '../../lib/draft-store.ts'
import { onNotice } from '../../lib/notices.ts'
import { session } from '../../lib/session/session.ts'
import { happyWindow } from '../../test-happy-window.ts'
import { outline } from '../../test-outline.ts'
import { draw } from '../../test-page.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { createCopiedText, writeClipboard } from './copied-text.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useVersionedSave } from './use-versioned-save.ts'

interface Theirs {
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: number
}
const theirs: Theirs = { revision: 7, updatedBy: 'wang', updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5) }
const refusal = (code: string, message: string) => new ApiError({ status: 500, code, message })

interface Server {
  /** Stored revision; a save of another one is refused. */
  revision: number
  /** Responses of calls wait for it. */
  gate?: Promise<void>
  fault?: Error
  reported: string[]
}

function Work({
  server,
  hasDifferences = true,
}: {
  readonly server: Server
  readonly hasDifferences?: boolean
}) {
  const [state, setState] = useState({ work: 'mine', saved: 'old', revision: 4 })
  const fail = () => {
    if (server.fault) throw server.fault
  }
  const saving = useVersionedSave<string, Theirs>({
    work: state.work,
    revision: state.revision,
    isClean: state.work === state.saved,
    place: { name: 'Shop', parentId: 'folder' },
    store: async (work, revision) => {
      server.reported.push(`store ${work} ${revision}`)
      await server.gate
      fail()
      if (revision !== server.revision) throw refusal('EditedMeanwhile', 'edited')
      return { revision: revision + 1 }
    },
    onStored: (work, revision) => setState({ work, saved: work, revision }),
    readTheirs: async () => {
      fail()
      return theirs
    },
    onLoad: loaded => {
      server.reported.push(`load ${loaded.revision}`)
      setState({ work: 'theirs', saved: 'theirs', revision: loaded.revision })
    },
    readCatalogue: async () => {
      fail()
      return [
        {
          id: 'x',
          kind: 'component',
          parentId: 'folder',
          name: 'Shop (my version)',
          position: 0,
          updatedAt: 0,
          updatedBy: 'li',
        },
      ]
    },
    storeCopy: async (work, { name, parentId }) => {
      await server.gate
      server.reported.push(`copy ${work} as ${name} in ${parentId}`)
      return { id: 'copy', name }
    },
    onOpen: id => void server.reported.push(`open ${id}`),
  })
  return (
    <>
      <p>
        {state.work} at {state.revision}
        {saving.isSaving && ', saving'}
      </p>
      <button type="button" onClick={() => void saving.save()}>
        Save
      </button>
      {saving.conflict && (
        <ConflictDialog
          theirs={saving.conflict}
          saving={saving}
          differences={hasDifferences ? <p>Step two differs</p> : null}
        />
      )}
    </>
  )
}

async function open(changes: Partial<Server> = {}, hasDifferences = true) {
  const server: Server = { revision: 4, reported: [], ...changes }
  const drawn = await draw(<Work server={server} hasDifferences={hasDifferences} />)
  const press = (name: string) => drawn.user.click(screen.getByRole('button', { name }))
  return { ...drawn, server, press }
}

test('a save uses the revision it is based on, one at a time', async () => {
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  const { server, press } = await open({ gate })
  await press('Save')
  expect(screen.getByText('mine at 4, saving')).toBeTruthy()
  await press('Save')
  await act(async () => release())
  expect(await screen.findByText('mine at 5')).toBeTruthy()
  expect(await screen.findByText('Saved')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(server.reported).toEqual(['store mine 4', 'store mine 5']))
})

test('a refused save shows the reason, opens no dialog and can be tried again', async () => {
  const { server, press } = await open({ fault: refusal('NoRoom', 'The disk is full') })
  await press('Save')
  expect(await screen.findByText(/The disk is full/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  delete server.fault
  await press('Save')
  expect(await screen.findByText('mine at 5')).toBeTruthy()
})

test('a newer version of another user is shown with the differences, and the dialog can be closed without a choice', async () => {
  const { press } = await open({ revision: 7 })
  await press('Save')
  expect(outline(await screen.findByRole('dialog'))).toMatchInlineSnapshot(`
    "dialog "The content has been changed by another user" [modal]
      button "Close"
      The content has been changed by another user
      wang saved a newer version at 2026-01-02 03:04:05; your changes have not been saved yet. Differences from that version:
      Step two differs
      After you load the other version, “Undo” restores your changes. Saving a copy does not affect the other version.
      button "Continue editing"
      button "Overwrite with my version"
      button "Load other version"
      button "Save mine as a copy""
  `)
  await press('Continue editing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('mine at 4')).toBeTruthy()
})

test('equal versions are reported as equal', async () => {
  const { press } = await open({ revision: 7 }, false)
  await press('Save')
  expect((await screen.findByRole('dialog')).textContent).toContain('Both versions are identical')
})

test('their version is loaded', async () => {
  const { server, press } = await open({ revision: 7 })
  await press('Save')
  await screen.findByRole('dialog')
  await press('Load other version')
  expect(await screen.findByText('theirs at 7')).toBeTruthy()
  expect(server.reported).toEqual(['store mine 4', 'load 7'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('their version is overwritten under its revision, the other buttons are disabled meanwhile', async () => {
  const { server, press } = await open({ revision: 7 })
  await press('Save')
  await screen.findByRole('dialog')
  let release = () => {}
  server.gate = new Promise<void>(resolve => {
    release = resolve
  })
  await press('Overwrite with my version')
  const off = () =>
    screen
      .getAllByRole<HTMLButtonElement>('button')
      .filter(button => button.disabled)
      .map(button => button.textContent)
  expect(off()).toEqual(['Overwrite with my version', 'Load other version', 'Save mine as a copy'])
  expect(document.querySelector('.ant-modal .ant-btn-loading')?.textContent).toContain('Overwrite')
  await act(async () => release())
  expect(await screen.findByText('mine at 8')).toBeTruthy()
  expect(server.reported).toEqual(['store mine 4', 'store mine 7'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the own version is saved as a copy with a free name, and opened once the editor has no unsaved work', async () => {
  const { server, press } = await open({ revision: 7 })
  await press('Save')
  await screen.findByRole('dialog')
  let release = () => {}
  server.gate = new Promise<void>(resolve => {
    release = resolve
  })
  await press('Save mine as a copy')
  expect(document.querySelector('.ant-modal .ant-btn-loading')?.textContent).toContain('copy')
  await act(async () => release())
  await waitFor(() =>
    expect(server.reported).toEqual([
      'store mine 4',
      'copy mine as Shop (my version) 2 in folder',
      'load 7',
      'open copy',
    ]),
  )
  expect(await screen.findByText(/saved as “Shop \(my version\) 2”/)).toBeTruthy()
})

test('a copy that fails shows the reason, and the dialog stays open', async () => {
  const { server, press } = await open({ revision: 7 })
  await press('Save')
  await screen.findByRole('dialog')
  server.fault = refusal('NoRoom', 'No room for a copy')
  await press('Save mine as a copy')
  expect(await screen.findByText(/No room for a copy/)).toBeTruthy()
  expect(server.reported).toEqual(['store mine 4'])
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Save mine/ }).disabled).toBe(false),
  )
})

// Drafts

const store = createDraftStore('test', z.object({ text: z.string() }))
const kept = (id = 'w1') => store.read(sessionStorage, id)?.text ?? null

function Draft({ id = 'w1', into = store }: { readonly id?: string; readonly into?: typeof store }) {
  const [text, setText] = useState('')
  useKeptDraft(id, { state: text, store: into, draftOf: now => (now === '' ? null : { text: now }) })
  return <input aria-label="Work" value={text} onChange={event => setText(event.target.value)} />
}

async function type(text: string) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
}

test('unsaved work is stored after a short pause, and dropped once everything is saved', async () => {
  await draw(<Draft />)
  await type('half')
  await act(() => vi.advanceTimersByTimeAsync(399))
  expect(kept()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(kept()).toBe('half')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '' } })
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(kept()).toBeNull()
})

test('unsaved work is stored immediately when the page is reloaded', async () => {
  await draw(<Draft />)
  await type('half')
  window.dispatchEvent(new Event('pagehide'))
  expect(kept()).toBe('half')
})

test.each([
  ['for another page, which drops the changes', '/other', 'token', null],
  ['for another item of the same page, which drops them too', '?id=2', 'token', null],
  ['because the session ended, which keeps them', '/other', '', 'half'],
  ['because it is drawn anew, which keeps them', '', 'token', 'half'],
])('the editor is left %s', async (_, address, token, expected) => {
  const { unmount } = await draw(<Draft />, { session: { token } })
  await type('half')
  const before = window.location.href
  onTestFinished(() => happyWindow().setURL(before))
  if (address !== '') happyWindow().setURL(new URL(address, before).href)
  unmount()
  expect(kept()).toBe(expected)
  expect(session.get().token).toBe(token)
})

test('work that is too large for the storage drops the older draft and shows one notice', async () => {
  const small: typeof store = {
    ...store,
    keep: (storage, id, draft) => draft.text.length < 5 && store.keep(storage, id, draft),
  }
  await draw(<Draft into={small} />)
  await type('half')
  await act(() => vi.advanceTimersByTimeAsync(400))
  const reported: string[] = []
  onTestFinished(onNotice(({ text }) => reported.push(text)))
  for (const text of ['half of', 'half of it']) {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(kept()).toBeNull()
    expect(reported).toEqual([expect.stringMatching(/too large to be kept in the browser/)])
  }
})

// Clipboard

const clipboard = (writeText: (text: string) => Promise<void>, readText: () => Promise<string>) => {
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText, readText } })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before)
    else Reflect.deleteProperty(navigator, 'clipboard')
  })
}

test('copied text goes to the clipboard and is stored for menus', async () => {
  let text = ''
  clipboard(
    async next => {
      text = next
    },
    async () => text,
  )
  const copied = createCopiedText('rows')
  copied.write('one')
  await waitFor(() => expect(text).toBe('one'))
  copied.keep('two')
  expect(await copied.read()).toEqual({ clipboard: 'one', kept: 'two' })
  expect(await createCopiedText('others').read()).toEqual({ clipboard: 'one', kept: null })
  expect(await writeClipboard('three')).toBe(true)
  expect(text).toBe('three')
})

test('without a clipboard the stored text is used alone', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  clipboard(refuse, refuse)
  const copied = createCopiedText('rows')
  copied.write('one')
  expect(await copied.read()).toEqual({ clipboard: null, kept: 'one' })
  expect(await writeClipboard('three')).toBe(false)
})
