import { secretMask } from '@pone/schema/limits.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { drawInEditor } from '../test-editor.tsx'
import { SecretTable } from './secret-table.tsx'
import { VariablesForm } from './variables-form.tsx'

const variables = [
  { name: 'city', value: '杭州', enabled: true, secret: false },
  { name: 'off', value: '', enabled: false, secret: false },
  { name: 'key', value: secretMask, enabled: true, secret: true },
  { name: 'fresh', value: 'typed', enabled: false, secret: true },
]

async function openVariables(isReadOnly = false, more: readonly object[] = []) {
  const drawn = await drawInEditor(<VariablesForm />, {
    document: { variables: [...variables, ...more] },
    isReadOnly,
  })
  const values = () =>
    drawn.document().variables.map(({ name, value, enabled }) => `${name}=${value}${enabled ? '' : ' off'}`)
  return { ...drawn, values }
}

test('variables and secrets are shown in tables, stored values are not shown', async () => {
  await openVariables()
  expect(outline(document.querySelector('.cd-page-form') ?? document.body)).toMatchInlineSnapshot(`
    "Initial values at the start of each virtual user; use \${name} in any text to refer to a variable.
    table "Variables"
      row: columnheader "Enabled" | columnheader "Variable name" | columnheader "Initial value" | columnheader "Bulk edit"
      row: checkbox "Enable city" [checked] | combobox "Variable name 1" = "city" [haspopup=listbox] | combobox "Initial value 1" = "杭州" | button "Delete city"
      row: checkbox "Enable off" | combobox "Variable name 2" = "off" [haspopup=listbox] | combobox "Initial value 2" | button "Delete off"
      row:  | combobox "Variable name 3" (Add…) [haspopup=listbox] | combobox "Initial value 3" | 
    heading "Secret variables"
    Passwords, tokens and other secrets. Values are stored encrypted, never shown again after saving, and replaced by •••• in logs and samples. Use them like variables, for example \${password}.
    table "Secret variables"
      row: checkbox "Enable key" [checked] | textbox "Variable name 3" = "key" |  | button "Delete key"
      row: checkbox "Enable fresh" | textbox "Variable name 4" = "fresh" | button "Show" | button "Delete fresh"
    button "plus Add secret variable""
  `)
  expect([...document.querySelectorAll('.cd-pair')].map(row => row.className)).toEqual([
    'cd-pair cd-pair-head',
    'cd-pair',
    'cd-pair is-off',
    'cd-pair',
    'cd-pair',
    'cd-pair is-off',
  ])
  expect(document.querySelectorAll('.ant-input-password-icon')).toHaveLength(1)
  expect([...document.querySelectorAll('[data-field]')].map(row => row.getAttribute('data-field'))).toEqual([
    'variables.0',
    'variables.1',
    'variables.2',
    'variables.3',
  ])
})

test('a stored secret keeps its value until another one is typed, and loses it when renamed', async () => {
  const { values, user } = await openVariables()
  const password = (name: string) =>
    document.querySelector(`input[aria-label="Value ${name}"]`) as HTMLInputElement
  const nameOf = (number: number) =>
    document.querySelector(`.cd-rules input[aria-label="Variable name ${number}"]`) as HTMLInputElement
  fireEvent.change(password('key'), { target: { value: 'new' } })
  expect(values()[2]).toBe('key=new')
  fireEvent.change(password('key'), { target: { value: '' } })
  expect(values()[2]).toBe(`key=${secretMask}`)
  fireEvent.change(nameOf(3), { target: { value: 'keys' } })
  expect(values()[2]).toBe('keys=')
  fireEvent.change(nameOf(3), { target: { value: 'key' } })
  expect(values()[2]).toBe(`key=${secretMask}`)
  fireEvent.change(nameOf(4), { target: { value: 'other' } })
  await user.click(screen.getByRole('checkbox', { name: /other/ }))
  expect(values()[3]).toBe('other=typed')
  await user.click(screen.getByRole('button', { name: /Add a secret|Add secret|secret/i }))
  expect(values()).toHaveLength(5)
  expect(values()[4]).toBe('secret=')
  await user.click(screen.getByRole('button', { name: 'Delete key' }))
  expect(values().map(value => value.split('=')[0])).toEqual(['city', 'off', 'other', 'secret'])
})

test('plain variables are stored before the secrets', async () => {
  const { values } = await openVariables()
  const add = document.querySelector('input[aria-label="Variable name 3"]') as HTMLInputElement
  fireEvent.change(add, { target: { value: 'third' } })
  expect(values()).toEqual(['city=杭州', 'off= off', 'third=', `key=${secretMask}`, 'fresh=typed off'])
})

test('no more secrets can be added than the limit', async () => {
  const secrets = variables.slice(2)
  const reported: string[] = []
  const table = (max: number) => (
    <SecretTable
      rows={secrets}
      firstIndex={2}
      max={max}
      onChange={rows => void reported.push(`${rows.length}`)}
    />
  )
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: /Add|add/ })
  const { unmount } = await drawInEditor(table(2))
  expect(add().disabled).toBe(true)
  unmount()
  await drawInEditor(table(3))
  fireEvent.click(add())
  expect(reported).toEqual(['3'])
})

test('without the right to edit variables are read-only', async () => {
  await openVariables(true)
  expect(screen.queryByRole('button', { name: /Delete|Add/ })).toBeNull()
  expect([...document.querySelectorAll('input')].filter(field => !field.readOnly && !field.disabled)).toEqual(
    [],
  )
})
