import { type ReportNote, reportNoteSchema } from '@pone/contract/entities/report.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../../test-outline.ts'
import { draw, type Sent, serve } from '../../../../test-page.tsx'
import { idOf, startedAt } from '../../../../test-runs.ts'
import { ReportNotes } from './report-notes.tsx'

const noteOf = (number: number, over: Partial<ReportNote> = {}): ReportNote =>
  reportNoteSchema.parse({
    id: idOf(number),
    kind: 'note',
    text: `note ${number}`,
    version: 1,
    createdAt: startedAt,
    createdBy: 'li',
    updatedAt: startedAt,
    updatedBy: 'li',
    ...over,
  })
const changedByWang = { version: 2, text: 'theirs', updatedBy: 'wang', updatedAt: startedAt + 60_000 }
const edited = { status: 500, code: 'EditedMeanwhile', message: 'wang saved a newer version' }

/** `answers` change the stored notes, as a server with other users would. */
async function open(
  initial: readonly ReportNote[],
  answers: Readonly<Record<string, (stored: ReportNote[], fields: Record<string, string>) => unknown>> = {},
  canWrite = true,
) {
  const stored = [...initial]
  const sent: Sent[] = await serve({
    'report/notes': () => stored,
    ...Object.fromEntries(
      Object.entries(answers).map(([call, answer]) => [
        `report/${call}`,
        (fields: Record<string, string>) => answer(stored, fields),
      ]),
    ),
  })
  const drawn = await draw(<ReportNotes reportId={idOf(8)} canWrite={canWrite} />)
  const calls = (call: string) =>
    sent.filter(each => each.call === `report/${call}`).map(({ fields }) => fields)
  return { ...drawn, calls }
}
const field = () => screen.getByRole('textbox')

test('shows conclusion and notes with who wrote and who changed them', async () => {
  await open(
    [noteOf(1, { kind: 'conclusion', text: 'ready\nfor sale' }), noteOf(2, changedByWang)],
    {},
    false,
  )
  await screen.findByText('theirs')
  expect(outline()).toMatchInlineSnapshot(`
    "region "Conclusion"
      heading "Conclusion"
      article
        ready for sale
        contentinfo: li · 2020-11-22 08:00
    region "Notes"
      heading "Notes"
      article
        theirs
        contentinfo: li · 2020-11-22 08:00 · changed by wang 2020-11-22 08:01"
  `)
})

test('who may not write sees nothing where nothing is written', async () => {
  await open([], {}, false)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('a conclusion is written once, notes as often as wanted', async () => {
  const { user, calls } = await open([], {
    addNote: (stored, { kind, text = '' }) => {
      const note = noteOf(stored.length + 1, { kind: kind as ReportNote['kind'], text })
      stored.push(note)
      return note
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Write conclusion' }))
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await user.type(field(), 'good')
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  within(await screen.findByRole('article')).getByText('good')
  expect(screen.queryByRole('button', { name: 'Write conclusion' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Add note' }))
  await user.type(field(), 'restart{Control>}{Enter}{/Control}')
  await screen.findByText('restart')
  expect(calls('addNote')).toMatchObject([
    { id: idOf(8), kind: 'conclusion', text: 'good' },
    { id: idOf(8), kind: 'note', text: 'restart' },
  ])
  expect(await screen.findByRole('button', { name: 'Add note' })).toBeTruthy()
})

test.each([
  ['Overwrite with my text', 'mine'],
  ['Merge both and continue editing', 'theirs\n\nmine'],
  ['Use the stored text', 'theirs'],
])('after a conflict both texts are there: %s', async (choice, kept) => {
  const { user, calls } = await open([noteOf(1)], {
    editNote: (stored, { version, text = '' }) => {
      if (stored[0]?.version === 1) stored[0] = noteOf(1, changedByWang)
      if (version !== String(stored[0]?.version)) return edited
      stored[0] = noteOf(1, { ...changedByWang, version: 3, text })
      return stored[0]
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(field())
  await user.type(field(), 'mine')
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('wang saved a new text')
  expect(within(alert).getByText('theirs')).toBeTruthy()
  expect(field()).toHaveProperty('value', 'mine')
  await user.click(within(alert).getByRole('button', { name: choice }))
  if (choice !== 'Overwrite with my text') {
    expect(field()).toHaveProperty('value', kept)
    await user.click(await screen.findByRole('button', { name: /Save$/ }))
  }
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(calls('editNote').at(-1)).toMatchObject({ version: '2', text: kept })
})

test('the text stays when the note was deleted meanwhile, and is saved as a new one', async () => {
  const { user, calls } = await open([noteOf(1)], {
    editNote: stored => {
      stored.length = 0
      return { status: 500, code: 'NotFound', message: 'gone' }
    },
    addNote: (stored, { text = '' }) => {
      stored.push(noteOf(2, { text }))
      return stored[0]
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(field(), ' and more')
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('deleted by another user')
  expect(field()).toHaveProperty('value', 'note 1 and more')
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(calls('addNote')).toMatchObject([{ kind: 'note', text: 'note 1 and more' }])
})

test('a conclusion that another person wrote first is shown beside the own text', async () => {
  const { user, calls } = await open([], {
    addNote: stored => {
      stored.push(noteOf(3, { kind: 'conclusion', text: 'first', updatedBy: 'wang' }))
      return edited
    },
    editNote: (stored, { text = '' }) => {
      stored[0] = noteOf(3, { kind: 'conclusion', text, version: 2 })
      return stored[0]
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Write conclusion' }))
  await user.type(field(), 'second')
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('first')).toBeTruthy()
  await user.click(within(alert).getByRole('button', { name: 'Merge both and continue editing' }))
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(calls('editNote')).toMatchObject([{ id: idOf(3), version: '1', text: 'first\n\nsecond' }])
})

test('what could not be saved stays in the field', async () => {
  const { user } = await open([noteOf(1)], {
    editNote: () => ({ status: 500, code: 'Failure', message: 'no database' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(field(), '!')
  await user.click(await screen.findByRole('button', { name: /Save$/ }))
  await screen.findByText(/no database/)
  expect(field()).toHaveProperty('value', 'note 1!')
})

test('a text is deleted after a question that shows it', async () => {
  const { user, calls } = await open([noteOf(1)], {
    deleteNote: stored => {
      stored.length = 0
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('note 1')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(calls('deleteNote')).toMatchObject([{ id: idOf(1), version: '1' }]))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})
