import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Input } from 'antd'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { draw } from '../../test-page.tsx'
import { ContractForm } from './contract-form.tsx'
import { Field, SubmitButton } from './field.tsx'
import { FormDialog, FormDrawer } from './form-layer.tsx'

const schema = z.object({ name: z.string().trim().min(2) })

interface Options {
  readonly kind: 'dialog' | 'drawer'
  readonly onSubmit: (name: string) => Promise<unknown>
  readonly isAction?: boolean
}

function Machine({ kind, onSubmit, isAction = false }: Options) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const Layer = kind === 'dialog' ? FormDialog : FormDrawer
  const form = (
    <ContractForm
      schema={schema}
      initialValues={{ name: 'shop' }}
      onSubmit={async ({ name }) => {
        await onSubmit(name)
        close()
      }}
    >
      <Field name="name" label="Name">
        <Input />
      </Field>
      <SubmitButton />
    </ContractForm>
  )
  return isOpen ? (
    <Layer title="Machine" footer={null} isAction={isAction} onClose={close}>
      {form}
    </Layer>
  ) : (
    <p>closed</p>
  )
}

const name = () => screen.getByLabelText(/Name/) as HTMLInputElement
const ways = {
  Escape: () => fireEvent.keyDown(name(), { key: 'Escape' }),
  'the close button': () => fireEvent.click(screen.getAllByRole('button', { name: /close/i })[0] ?? name()),
}
const layers = ['dialog', 'drawer'] as const
// By its text: the library gives all dialogs of a test the same id for their title.
const question = () => screen.findByText('You have unsaved changes')
const answer = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }))
const isClosed = () => screen.findByText('closed')

const cases = layers.flatMap(kind => Object.entries(ways).map(([way, close]) => ({ kind, way, close })))

test.each(cases)('a $kind without changes is closed by $way without a question', async ({ kind, close }) => {
  const { user } = await draw(<Machine kind={kind} onSubmit={async () => undefined} />)
  await user.type(name(), 's')
  await user.type(name(), '{Backspace}')
  close()
  expect(await isClosed()).toBeTruthy()
})

test.each(cases)(
  'a changed $kind asks when it is closed by $way, and stays as it was',
  async ({ kind, close }) => {
    const { user } = await draw(<Machine kind={kind} onSubmit={async () => undefined} />)
    await user.type(name(), ' 2')
    close()
    await question()
    answer('Keep editing')
    await waitFor(() => expect(screen.queryByText('You have unsaved changes')).toBeNull())
    expect(name().value).toBe('shop 2')
    // Not by Escape: the library knows its layers by ids, which are the same in tests.
    ways['the close button']()
    await question()
    answer('Discard changes and close')
    expect(await isClosed()).toBeTruthy()
  },
)

test.each(layers)('a changed %s can be saved by the question', async kind => {
  const sent: string[] = []
  const { user } = await draw(<Machine kind={kind} onSubmit={async value => sent.push(value)} />)
  await user.type(name(), ' 2')
  ways.Escape()
  await question()
  answer('Save and close')
  expect(await isClosed()).toBeTruthy()
  expect(sent).toEqual(['shop 2'])
})

test('what cannot be saved stays, with its fault', async () => {
  const sent: string[] = []
  const { user } = await draw(<Machine kind="dialog" onSubmit={async value => sent.push(value)} />)
  await user.clear(name())
  await user.type(name(), 'x')
  ways.Escape()
  await question()
  answer('Save and close')
  await waitFor(() =>
    expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toMatch(/2/),
  )
  await waitFor(() => expect(screen.queryByText('You have unsaved changes')).toBeNull())
  expect(name().value).toBe('x')
  expect(sent).toEqual([])
})

test('what does more than save is not done by the question', async () => {
  const { user } = await draw(<Machine kind="dialog" isAction onSubmit={async () => undefined} />)
  await user.type(name(), ' 2')
  ways.Escape()
  await question()
  expect(screen.queryByRole('button', { name: 'Save and close' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Discard changes and close' })).toBeTruthy()
})

test('changes of what is no contract form are asked for too, and Cancel discards them at once', async () => {
  function Note() {
    const [isOpen, setOpen] = useState(true)
    const [text, setText] = useState('')
    if (!isOpen) return <p>closed</p>
    return (
      <FormDialog title="Note" isChanged={text !== ''} onClose={() => setOpen(false)}>
        <Input aria-label="Name" value={text} onChange={event => setText(event.target.value)} />
      </FormDialog>
    )
  }
  const { user } = await draw(<Note />)
  await user.type(name(), 'late')
  ways.Escape()
  await question()
  answer('Keep editing')
  await waitFor(() => expect(screen.queryByText('You have unsaved changes')).toBeNull())
  answer('Cancel')
  expect(await isClosed()).toBeTruthy()
})
