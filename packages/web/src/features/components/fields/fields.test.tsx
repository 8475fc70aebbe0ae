import { secretMask } from '@pone/schema/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { resizeWindow } from '../../../test-happy-window.ts'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import type { Offer } from '../model/template-completion.ts'
import { drawInEditor } from '../test-editor.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { CredentialInput } from './credential-input.tsx'
import { FileDialog } from './file-dialog.tsx'
import { FunctionDialog } from './function-dialog.tsx'
import { TemplateInput } from './template-input.tsx'

const offers: readonly Offer[] = [
  { kind: 'variable', name: 'user', detail: 'from a file', insert: 'user' },
  { kind: 'variable', name: 'userId', detail: 'extracted', insert: 'userId' },
  { kind: 'function', name: 'md5', detail: 'digest', insert: 'md5(|)' },
]

interface InputOptions {
  readonly value?: string
  readonly isReadOnly?: boolean
  readonly isCompact?: boolean
  readonly isInvalid?: boolean
  readonly minRows?: number
  readonly lastValues?: Readonly<Record<string, string>>
}
async function openInput({
  value: first = '',
  isReadOnly = false,
  lastValues = {},
  ...props
}: InputOptions = {}) {
  let now = first
  function Field() {
    const [value, setValue] = useState(first)
    now = value
    return <TemplateInput label="Text" placeholder="type here" value={value} onChange={setValue} {...props} />
  }
  const drawn = await drawInEditor(<Field />, { isReadOnly, offers, lastValues })
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Text' })
  const listed = () =>
    screen
      .queryAllByRole('option')
      .map(option => `${option.textContent}${option.getAttribute('aria-selected') === 'true' ? ' *' : ''}`)
  /** Types at the end of the text, with the caret after it. */
  const type = (text: string) => {
    fireEvent.change(field(), { target: { value: text } })
    field().setSelectionRange(text.length, text.length)
    fireEvent.keyUp(field(), { key: 'End' })
  }
  return { ...drawn, field, listed, type, value: () => now }
}

test('a text field completes variables and functions in an open placeholder, by keyboard', async () => {
  const { field, listed, type, value } = await openInput()
  expect(listed()).toEqual([])
  type('/${')
  expect(listed()).toEqual(['{x}userfrom a file *', '{x}userIdextracted', 'md5digest'])
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id)
  expect([...document.querySelectorAll('.cd-offer')].map(offer => offer.className)).toEqual([
    'cd-offer is-variable',
    'cd-offer is-variable',
    'cd-offer is-function',
  ])
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  expect(listed()[2]).toBe('md5digest *')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(listed()[0]).toContain('*')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(fireEvent.keyDown(field(), { key: 'Tab' })).toBe(false)
  expect(value()).toBe('/${userId}')
  await waitFor(() => expect(field().selectionStart).toBe(10))
  expect(listed()).toEqual([])
})

test('Enter accepts the completion, Ctrl-Enter and other keys are not handled', async () => {
  const { field, type, value, listed } = await openInput()
  type('${us')
  expect(fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })).toBe(true)
  expect(fireEvent.keyDown(field(), { key: 'x' })).toBe(true)
  expect(fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })).toBe(true)
  expect(listed()).toHaveLength(2)
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
  expect(value()).toBe('${user}')
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
})

test('the completions close with Escape, when the field loses focus, and when nothing matches', async () => {
  const { field, type, listed } = await openInput()
  type('${')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(listed()).toEqual([])
  fireEvent.click(field())
  expect(listed()).toHaveLength(3)
  fireEvent.blur(field())
  expect(listed()).toEqual([])
  type('${zzz')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  expect(field().hasAttribute('aria-activedescendant')).toBe(false)
})

test('a completion is accepted with the mouse', async () => {
  const { type, value } = await openInput()
  type('${m')
  fireEvent.mouseDown(screen.getAllByRole('option')[0] as HTMLElement)
  expect(value()).toBe('${md5()}')
})

test('the list of completions is below the field, or above it if there is no room', async () => {
  resizeWindow({ width: 1_000, height: 800 })
  const { field, type } = await openInput()
  const placeAt = (left: number, top: number, width: number) => {
    field().getBoundingClientRect = () => ({ left, top, bottom: top + 30, width }) as DOMRect
    window.dispatchEvent(new Event('resize'))
  }
  type('${')
  const list = () => document.querySelector('.cd-offers') as HTMLElement
  const box = () => [list().style.left, list().style.top, list().style.width]
  placeAt(100, 200, 400)
  await waitFor(() => expect(box()).toEqual(['100px', '232px', '400px']))
  placeAt(100, 700, 900)
  await waitFor(() => expect(box()).toEqual(['100px', '598px', '520px']))
  placeAt(900, 100, 50)
  await waitFor(() => expect(box()).toEqual(['692px', '132px', '300px']))
  placeAt(-50, 250, 300)
  await waitFor(() => expect(box()).toEqual(['8px', '282px', '300px']))
})

test('a function is inserted where the selection is', async () => {
  const { field, user, inserting, value } = await openInput({ value: 'abcd' })
  field().setSelectionRange(1, 3)
  await user.click(screen.getByRole('button', { name: 'Insert tool function' }))
  field().setSelectionRange(1, 3)
  fireEvent.click(screen.getByRole('button', { name: 'Insert tool function' }))
  inserting()?.('uuid()')
  await waitFor(() => expect(value()).toBe('a${uuid()}d'))
})

test.each([
  [{}, true],
  [{ isCompact: true }, false],
  [{ isReadOnly: true }, false],
  [{ minRows: 3 }, true],
])('with %j the button of functions is shown: %j', async (options, isThere) => {
  await openInput(options)
  expect(screen.queryAllByRole('button', { name: 'Insert tool function' })).toHaveLength(isThere ? 1 : 0)
})

test('the value of the last execution is shown below, but not in tables', async () => {
  const lastValues = { user: 'ann' }
  const { unmount } = await openInput({ value: '/${user}', lastValues })
  expect(document.querySelector('.cd-last-value')?.textContent).toBe('= /ann')
  unmount()
  const { unmount: second } = await openInput({ value: '/${user}', lastValues, isCompact: true })
  expect(document.querySelector('.cd-last-value')).toBeNull()
  second()
  await openInput({ value: '/', lastValues })
  expect(document.querySelector('.cd-last-value')).toBeNull()
})

test('the field keeps its element and focus when its last value becomes known or unknown', async () => {
  const { field, type } = await openInput({ value: '/${use', lastValues: { user: 'ann' } })
  const before = field()
  before.focus()
  type('/${user}')
  expect(document.querySelector('.cd-last-value')?.textContent).toBe('= /ann')
  type('/${user')
  expect(document.querySelector('.cd-last-value')).toBeNull()
  expect(field()).toBe(before)
  expect(document.activeElement).toBe(before)
})

test('a field says that it is wrong, cannot be changed, or holds several lines', async () => {
  const wrong = await openInput({ isInvalid: true })
  expect(wrong.field().getAttribute('aria-invalid')).toBe('true')
  expect(wrong.field().getAttribute('autocomplete')).toBe('off')
  expect(wrong.field().getAttribute('spellcheck')).toBe('false')
  wrong.unmount()
  const fixed = await openInput({ isReadOnly: true, value: '${' })
  expect(fixed.field().readOnly).toBe(true)
  expect(fixed.field().hasAttribute('aria-invalid')).toBe(false)
  fireEvent.click(fixed.field())
  expect(fixed.listed()).toEqual([])
  fixed.unmount()
  const long = await openInput({ minRows: 4 })
  expect(long.field().tagName).toBe('TEXTAREA')
  expect(document.activeElement).not.toBe(long.field())
})

test('a stored password is shown as stored, is replaced by typing, and kept when that is undone', async () => {
  let now = secretMask
  function Field() {
    const [value, setValue] = useState(secretMask)
    now = value
    return <CredentialInput label="Password" placeholder="none yet" value={value} onChange={setValue} />
  }
  await drawInEditor(<Field />)
  const field = screen.getByRole<HTMLInputElement>('combobox')
  expect([field.value, field.placeholder === 'none yet']).toEqual(['', false])
  fireEvent.change(field, { target: { value: 'new' } })
  expect([now, field.value, field.placeholder]).toEqual(['new', 'new', 'none yet'])
  fireEvent.change(field, { target: { value: '' } })
  expect(now).toBe(secretMask)
})

test('a password that was never stored becomes empty', async () => {
  const reported: string[] = []
  await drawInEditor(
    <CredentialInput
      label="Password"
      placeholder="none yet"
      value="x"
      onChange={value => reported.push(value)}
    />,
  )
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '' } })
  expect(reported).toEqual([''])
})

// Tool functions

async function openFunctions() {
  const reported: string[] = []
  const drawn = await draw(
    <FunctionDialog onInsert={content => reported.push(content)} onClose={() => reported.push('closed')} />,
  )
  const dialog = await screen.findByRole('dialog')
  const search = within(dialog).getAllByRole('textbox')[0] as HTMLInputElement
  const names = () =>
    within(dialog)
      .queryAllByRole('option')
      .map(option => option.querySelector('b')?.textContent ?? '')
  const chosen = () =>
    within(dialog)
      .queryAllByRole('option', { selected: true })
      .map(option => option.querySelector('b')?.textContent)
  const preview = () => dialog.querySelector('.cd-function-preview')?.textContent
  const insert = () =>
    dialog.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement
  return { ...drawn, reported, dialog, search, names, chosen, preview, insert }
}

test('functions are found by name and description, and selected by keys', async () => {
  const { search, names, chosen, insert, dialog } = await openFunctions()
  const all = names()
  expect(all.length).toBeGreaterThan(5)
  expect(chosen()).toEqual([all[0]])
  fireEvent.keyDown(search, { key: 'ArrowUp' })
  expect(chosen()).toEqual([all[0]])
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(chosen()).toEqual([all[2]])
  fireEvent.keyDown(search, { key: 'ArrowUp' })
  expect(chosen()).toEqual([all[1]])
  expect(fireEvent.keyDown(search, { key: 'x' })).toBe(true)
  for (const _ of all) fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(chosen()).toEqual([all.at(-1)])
  fireEvent.change(search, { target: { value: ' MD5 ' } })
  expect(names()).toContain('md5')
  expect(names().length).toBeLessThan(all.length)
  expect(chosen()).toEqual([names()[0]])
  fireEvent.change(search, { target: { value: 'no such function' } })
  expect(names()).toEqual([])
  expect(insert().disabled).toBe(true)
  expect(dialog.querySelector('.ant-empty')).not.toBeNull()
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(dialog.querySelector('.cd-functions-detail')).toBeNull()
})

test('arguments are inserted into the call, and missing ones are reported', async () => {
  const { search, dialog, preview, insert, reported, user } = await openFunctions()
  fireEvent.change(search, { target: { value: 'md5' } })
  fireEvent.click(within(dialog).getByRole('option', { name: /^md5/ }))
  expect(outline(dialog.querySelector('.cd-functions-detail') ?? dialog)).toMatchInlineSnapshot(`
    "heading "md5"
    MD5 digest in lower-case hex
    textrequired
    textbox "text required Text to process"
    Text to process
    term: Example
    definition: \${md5(abc)} → 900150983cd24fb0d6963f7d28e17f72
    Required arguments are missing.
    Text to insert
    \${md5()}"
  `)
  const [, argument] = within(dialog).getAllByRole('textbox')
  fireEvent.change(argument as HTMLElement, { target: { value: 'a, b' } })
  expect(preview()).toBe("${md5('a, b')}")
  expect(dialog.textContent).not.toContain('Required arguments')
  await user.click(insert())
  expect(reported).toEqual(["md5('a, b')", 'closed'])
})

test('a later argument leaves the earlier ones empty; another function starts without arguments', async () => {
  const { dialog, preview, names, reported, search } = await openFunctions()
  const withTwo = [...within(dialog).getAllByRole('option')].find(option => {
    fireEvent.click(option)
    return within(dialog).getAllByRole('textbox').length > 2
  })
  expect(withTwo).toBeDefined()
  const name = withTwo?.querySelector('b')?.textContent ?? ''
  const fields = within(dialog).getAllByRole('textbox')
  fireEvent.change(fields[2] as HTMLElement, { target: { value: 'z' } })
  expect(preview()).toBe(`\${${name}('', z)}`)
  fireEvent.change(fields[1] as HTMLElement, { target: { value: 'y' } })
  expect(preview()).toBe(`\${${name}(y, z)}`)
  fireEvent.click(within(dialog).getByRole('option', { name: new RegExp(`^${names()[0]}`) }))
  expect(preview()).toBe(`\${${names()[0]}()}`)
  fireEvent.doubleClick(within(dialog).getByRole('option', { name: new RegExp(`^${names()[0]}`) }))
  expect(reported).toEqual([`${names()[0]}()`, 'closed'])
  expect(search.value).toBe('')
})

// Files

const fileId = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0001'
const known = [
  { id: fileId, kind: 'body', name: 'order.json', sizeBytes: 2_048, uploadedBy: 'li', uploadedAt: 0 },
]

async function openDialog(changes: Partial<Parameters<typeof FileDialog<(typeof known)[number]>>[0]> = {}) {
  const reported: string[] = []
  const drawn = await draw(
    <FileDialog
      title="Select a file"
      extensions={['.json', '.txt']}
      maxBytes={10}
      files={{ data: known, isPending: false, error: null, retry: () => void reported.push('retry') }}
      factsOf={file => `${file.sizeBytes} B`}
      onSend={async file => void reported.push(`send ${file.name}`)}
      onTake={file => void reported.push(`take ${file.name}`)}
      onDelete={async file => void reported.push(`delete ${file.name}`)}
      onClose={() => void reported.push('closed')}
      {...changes}
    />,
  )
  const dialog = await screen.findByRole('dialog')
  const drop = async (file: File) => {
    fireEvent.change(dialog.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [file] },
    })
  }
  return { ...drawn, reported, dialog, drop }
}

test('a file of the project is selected, or deleted after a confirmation', async () => {
  const { dialog, user, reported } = await openDialog()
  expect(outline(dialog)).toContain('order.json')
  await user.click(within(dialog).getByRole('button', { name: /^order.json/ }))
  expect(reported).toEqual(['take order.json'])
  await user.click(within(dialog).getByRole('button', { name: 'Delete order.json' }))
  const question = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement
  await user.click(within(question).getByRole('button', { name: /Delete/ }))
  await waitFor(() => expect(reported).toEqual(['take order.json', 'delete order.json']))
})

test('files of a wrong type or size are refused, others are uploaded', async () => {
  const { drop, reported } = await openDialog()
  await drop(new File(['12345'], 'a.PNG'))
  expect((await screen.findByRole('alert')).textContent).toContain('.json .txt')
  await drop(new File(['12345678901'], 'a.json'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('10 B'))
  await drop(new File(['1234567890'], 'b.TXT'))
  await waitFor(() => expect(reported).toEqual(['send b.TXT']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('any file is accepted if no extension is named; a refused upload shows the reason', async () => {
  const { drop, dialog } = await openDialog({
    extensions: [],
    onSend: async () => {
      throw new Error('broken')
    },
  })
  expect(dialog.querySelector('input[type=file]')?.getAttribute('accept') ?? '').toBe('')
  await drop(new File(['1'], 'a.png'))
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('an upload shows its progress and can be cancelled', async () => {
  let signal: AbortSignal | undefined
  const { drop, dialog } = await openDialog({
    onSend: (_file, options) =>
      new Promise((_resolve, reject) => {
        ;({ signal } = options)
        signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
      }),
  })
  await drop(new File(['1'], 'a.json'))
  await waitFor(() => expect(dialog.querySelector('.cd-upload')).not.toBeNull())
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^order.json/ }).disabled).toBe(true)
  fireEvent.click(dialog.querySelector('.cd-upload button') as HTMLElement)
  await waitFor(() => expect(dialog.querySelector('.cd-upload')).toBeNull())
  expect(signal?.aborted).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('files that cannot be listed, are loading, or do not exist', async () => {
  const none = { retry: () => {}, error: null }
  const empty = await openDialog({ files: { ...none, data: [], isPending: false } })
  expect(empty.dialog.querySelector('.cd-hint')).not.toBeNull()
  empty.unmount()
  const pending = await openDialog({ files: { ...none, data: undefined, isPending: true } })
  expect(pending.dialog.querySelector('.cd-hint')).toBeNull()
  expect(pending.dialog.querySelector('.ant-skeleton, [role=status]')).not.toBeNull()
  pending.unmount()
  const broken = await openDialog({
    files: { data: undefined, isPending: false, error: new Error('x'), retry: () => {} },
  })
  expect(within(broken.dialog).getByRole('button', { name: /Retry/ })).toBeTruthy()
})

test.each([
  ['is chosen', fileId, false, true, /order\.json2 KiB/, ['Body: Change file', 'Delete Body']],
  ['is chosen and has to be', fileId, false, false, /order\.json/, ['Body: Change file']],
  [
    'is gone',
    '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0009',
    false,
    true,
    /does not exist/,
    ['Body: Change file', 'Delete Body'],
  ],
  ['is not chosen', '', false, true, /^button/, ['Body: Select a file']],
  ['is not chosen yet', null, false, true, /^button/, ['Body: Select a file']],
  ['cannot be changed', fileId, true, true, /order\.json/, []],
])('a file that %s', async (_, id, isReadOnly, canClear, text, buttons) => {
  await serve({ 'attachment/list': known })
  const reported: string[] = []
  await drawInEditor(
    <AttachmentField
      label="Body"
      kind="body"
      fileId={id}
      onChange={file => void reported.push(file.name)}
      onClear={canClear ? () => void reported.push('clear') : undefined}
    />,
    { isReadOnly },
  )
  await waitFor(() => expect(outline(document.querySelector('.cd-inline') ?? document.body)).toMatch(text))
  expect(screen.queryAllByRole('button').map(button => button.getAttribute('aria-label'))).toEqual(buttons)
  if (buttons.length === 2) fireEvent.click(screen.getByRole('button', { name: 'Delete Body' }))
  expect(reported).toEqual(buttons.length === 2 ? ['clear'] : [])
})

test('a file is selected in the dialog', async () => {
  await serve({ 'attachment/list': known })
  const reported: string[] = []
  const { user } = await drawInEditor(
    <AttachmentField label="Body" kind="body" fileId="" onChange={file => void reported.push(file.name)} />,
  )
  await user.click(screen.getByRole('button', { name: 'Body: Select a file' }))
  await user.click(await screen.findByRole('button', { name: /^order.json/ }))
  expect(reported).toEqual(['order.json'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
