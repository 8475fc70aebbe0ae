import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { file2, open, pick, rowOf } from './test-parameters.tsx'

test('parameters are listed with their names and kinds; the first one is selected', async () => {
  const { user } = await open()
  const list = screen.getByRole('list', { name: 'Parameters' })
  expect(outline(list)).toMatchInlineSnapshot(`
    "list "Parameters"
      listitem
        button "item List" [current]
        button "Delete item"
      listitem
        button "number Number range"
        button "Delete number"
      listitem
        button "user File"
        button "Delete user"
      listitem
        button "id, name Database query"
        button "Delete id, name"
      listitem
        button "day Date and time"
        button "Delete day"
      listitem
        button "uid Unique ID"
        button "Delete uid"
      listitem
        button "dice Random value"
        button "Delete dice"
      listitem
        button "share Random value"
        button "Delete share"
      listitem
        button "word Random value"
        button "Delete word""
  `)
  expect([...list.querySelectorAll('.is-wrong')].map(option => option.textContent)).toEqual([
    // Its password is stored in the component.
    'id, nameDatabase query',
  ])
  await user.click(rowOf(/number/))
  expect(screen.getByRole('button', { current: true }).textContent).toContain('number')
})

test('a list', async () => {
  const { choose, parameter, document: now, user } = await open()
  expect(outline(await choose(/item/))).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "item"
      Use as \${item} in texts
    Values
    group "Values"
      textbox "Values" = "a\\nb"
      One per line, 2 in total.
    heading "Value assignment"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential" [checked]
        Sequential
        radio "Random"
        Random
        radio "Unique"
        Unique
      In order: users of the same engine process take the next value in turn.
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value.
    When exhausted
    group "When exhausted"
      radiogroup "When exhausted"
        radio "Start over" [checked]
        Start over
        radio "Stop the user"
        Stop the user
        radio "Keep last value"
        Keep last value
      Continues from the first value; with “Unique”, values are then used again."
  `)
  const values = screen.getByRole('textbox', { name: /Values/ })
  fireEvent.change(values, { target: { value: 'a\nb\n' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Variable name' }), { target: { value: ' thing ' } })
  expect(parameter('l')).toMatchObject({ name: 'thing', values: ['a', 'b', ''] })
  fireEvent.change(values, { target: { value: Array.from({ length: 10_002 }, (_, at) => at).join('\n') } })
  expect(parameter('l')).toMatchObject({ values: expect.objectContaining({ length: 10_000 }) })
  await user.click(screen.getAllByRole('button', { name: /Delete/ })[0] as HTMLElement)
  expect(now().parameters.map(({ id }) => id)).not.toContain('l')
})

test('a range shows its values, and reports if it has none', async () => {
  const { choose, parameter } = await open()
  const detail = await choose(/number/)
  expect(outline(detail)).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "number"
      Use as \${number} in texts
    From
    group "From"
      spinbutton "From" = "1" [valuenow=1]
      button "Increase Value"
      button "Decrease Value"
    To
    group "To"
      spinbutton "To" = "100" [valuenow=100]
      button "Increase Value"
      button "Decrease Value"
    Step
    group "Step"
      spinbutton "Step" = "3" [valuenow=3]
      button "Increase Value"
      button "Decrease Value"
    Padding digits
    group "Padding digits"
      spinbutton "Padding digits" = "2" [valuenow=2]
      button "Increase Value"
      button "Decrease Value"
      Shorter numbers are padded with leading zeros; 0 for no padding.
    Preview
    group: 01, 04, 07, 10, 13 … 100 34 values "Preview"
    heading "Value assignment"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential"
        Sequential
        radio "Random" [checked]
        Random
        radio "Unique"
        Unique
      A random value each time; values may repeat.
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value.
    When exhausted
    group "When exhausted"
      radiogroup "When exhausted"
        radio "Start over" [disabled, checked]
        Start over
        radio "Stop the user" [disabled]
        Stop the user
        radio "Keep last value" [disabled]
        Keep last value
      Random selection is never exhausted."
  `)
  const to = screen.getByRole('spinbutton', { name: 'To' })
  fireEvent.change(to, { target: { value: '4' } })
  fireEvent.blur(to)
  expect(detail.querySelector('.cd-range-preview')?.textContent).toBe('01, 04 2 values')
  fireEvent.change(to, { target: { value: '0' } })
  fireEvent.blur(to)
  expect(parameter('r')).toMatchObject({ to: 0 })
  expect(detail.querySelector('.cd-range-preview')).toBeNull()
  expect(detail.querySelector('.cd-problem-line')).not.toBeNull()
})

test('without the right to edit every field is read-only', async () => {
  const { choose } = await open({ isReadOnly: true })
  expect(screen.queryByRole('button', { name: /Delete|Add/ })).toBeNull()
  for (const name of [/item/, /number/, /^(?!.*id).*user/, /id, name/, /day/, /uid/, /dice/, /word/]) {
    const detail = await choose(name)
    if (detail.textContent.includes('users.csv')) await screen.findByText('bob')
    const fields = [...detail.querySelectorAll<HTMLInputElement>('input, textarea, button')]
    const open = fields.filter(
      field => !field.readOnly && !field.disabled && !field.matches('.cd-parameter-row > button'),
    )
    expect(open.map(field => `${name} ${field.getAttribute('aria-label') ?? field.name}`)).toEqual([])
  }
})

test('the selection of values is explained beside the setting', async () => {
  const { choose, parameter } = await open()
  await choose(/item/)
  pick('Selection', 'Unique')
  pick('Next value on', 'Once')
  pick('When exhausted', 'Stop the user')
  expect(parameter('l')).toMatchObject({ selection: 'unique', update: 'once', exhaustion: 'stopUser' })
})

test('a parameter of each kind can be added, one of a file after the file is selected', async () => {
  const { user, document: now, sent } = await open({ kinds: [] })
  expect(outline(document.querySelector('.cd-parameters') ?? document.body)).toMatchInlineSnapshot(`
    "heading "No parameters yet"
    Parameters provide different data for each user and iteration, for example accounts read line by line from a CSV file.
    button "plus Add parameter""
  `)
  const add = async (name: RegExp) => {
    await user.click(screen.getByRole('button', { name: /Add/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
  expect(screen.getByRole('button', { name: /Add/ }).className).toContain('ant-btn-primary')
  await add(/^List|list/)
  expect(now().parameters).toMatchObject([{ kind: 'list', name: 'item' }])
  expect(screen.getByRole('button', { name: /Add/ }).className).not.toContain('ant-btn-primary')
  await add(/File/)
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: /^goods.csv/ }))
  await waitFor(() => expect(now().parameters).toHaveLength(2))
  expect(now().parameters[1]).toMatchObject({
    kind: 'file',
    fileId: file2,
    columns: ['user', 'pass_word', 'col3'],
    delimiter: ',',
  })
  expect(sent.filter(({ call }) => call === 'parameterFile/preview')[0]?.fields).toMatchObject({
    rows: '5',
    delimiter: '|',
  })
  await waitFor(() => expect(screen.getByRole('button', { current: true }).textContent).toContain('user'))
})

// Variables
