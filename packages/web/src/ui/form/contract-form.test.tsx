import { screen, waitFor } from '@testing-library/react'
import { Input, InputNumber, Switch } from 'antd'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../lib/api-error.ts'
import { draw } from '../../test-page.tsx'
import { ContractForm } from './contract-form.tsx'
import { Field, SubmitButton } from './field.tsx'

const schema = z.object({
  name: z.string().trim().min(2).max(10),
  count: z.int().min(1).default(5),
  note: z.string().default(''),
  isOn: z.boolean(),
})
type Values = z.output<typeof schema>

interface Options {
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly check?: (values: Values) => Readonly<Record<string, string>>
  readonly fieldOfError?: (error: ApiError) => string | null
}

const Machine = (options: Options) => (
  <ContractForm schema={schema} initialValues={{ isOn: false }} {...options}>
    <Field name="name" label="Name">
      <Input />
    </Field>
    <Field name="count" label="Count" help="how many">
      <InputNumber />
    </Field>
    <Field name="note" label="Note">
      <Input />
    </Field>
    <Field name="isOn" label="On" valueProp="checked">
      <Switch />
    </Field>
    <SubmitButton />
  </ContractForm>
)
/** The text of the only error, once there is one. */
const fault = () =>
  waitFor(() => {
    const found = [...document.querySelectorAll('.ant-form-item-explain-error')]
    expect(found.length).toBe(1)
    return found[0]?.textContent
  })
const save = () => screen.getByRole('button', { name: 'Save' })
const refusal = (code: string, fields: { path: (string | number)[]; message: string }[] = []) =>
  new ApiError({ status: 500, code, message: `refused: ${code}`, fields })

test('submits the parsed values, with the defaults of the schema', async () => {
  const sent: Values[] = []
  const { user } = await draw(<Machine onSubmit={async values => sent.push(values)} />)
  await user.type(screen.getByLabelText(/Name/), '  shop  ')
  await user.click(save())
  expect(sent).toEqual([{ name: 'shop', count: 5, note: '', isOn: false }])
})

test('marks required fields only', async () => {
  await draw(<Machine onSubmit={async () => undefined} />)
  const marked = [...document.querySelectorAll('label')].filter(label => label.textContent.includes('*'))
  expect(marked.map(label => label.textContent)).toEqual(['Name*'])
  expect(screen.getByText('how many')).toBeTruthy()
})

test('an error is shown when the field loses focus, and disappears while it is corrected; nothing is sent meanwhile', async () => {
  const sent: Values[] = []
  const { user } = await draw(<Machine onSubmit={async values => sent.push(values)} />)
  await user.type(screen.getByLabelText(/Name/), 'x')
  expect(document.querySelector('.ant-form-item-explain-error')).toBeNull()
  await user.tab()
  expect(await fault()).toMatch(/2/)
  await user.click(save())
  expect(sent).toEqual([])
  await user.type(screen.getByLabelText(/Name/), 'yz')
  await user.click(save())
  expect(sent.map(({ name }) => name)).toEqual(['xyz'])
})

test('rules across fields are reported at their field', async () => {
  const sent: Values[] = []
  const { user } = await draw(
    <Machine
      onSubmit={async values => sent.push(values)}
      check={({ count }) => (count > 3 ? { note: 'say why so many' } : {})}
    />,
  )
  await user.type(screen.getByLabelText(/Name/), 'shop')
  await user.click(save())
  expect(await fault()).toBe('say why so many')
  expect(sent).toEqual([])
})

test.each([
  [
    'a field that the server names',
    refusal('InputInvalid', [{ path: ['count'], message: 'too many' }]),
    'too many',
  ],
  ['a part of a field', refusal('InputInvalid', [{ path: ['note', 0], message: 'odd' }]), 'odd'],
  ['the field that the form names for a code', refusal('NameTaken'), 'refused: NameTaken'],
])('a refusal is shown at %s, and the values stay', async (_what, error, text) => {
  const { user } = await draw(
    <Machine
      onSubmit={() => Promise.reject(error)}
      fieldOfError={({ code }) => (code === 'NameTaken' ? 'name' : null)}
    />,
  )
  await user.type(screen.getByLabelText(/Name/), 'shop')
  await user.click(save())
  expect(await fault()).toBe(text)
  expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe('shop')
  expect(save().hasAttribute('disabled')).toBe(false)
})

test('a refusal that concerns no field becomes a notice', async () => {
  const { user } = await draw(<Machine onSubmit={() => Promise.reject(refusal('LicenceEnded'))} />)
  await user.type(screen.getByLabelText(/Name/), 'shop')
  await user.click(save())
  expect(await screen.findByText('refused: LicenceEnded!')).toBeTruthy()
})
