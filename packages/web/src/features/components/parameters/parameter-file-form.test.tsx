import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { file1, open, parameters, pick, preview } from './test-parameters.tsx'

test('a file with its first rows', async () => {
  const { choose, parameter, sent, user } = await open()
  const detail = await choose(/user/)
  await screen.findByText('bob')
  await within(detail as HTMLElement).findByText(/users\.csv/)
  expect(outline(detail)).toMatchInlineSnapshot(`
    "File
    group "File"
      users.csv2 KiB, 1,001 lines
      button "Change file"
    Delimiter
    group "Delimiter"
      radiogroup "Delimiter"
        radio "," [checked]
        ,
        radio ";"
        ;
        radio "Tab"
        Tab
        radio "|"
        |
        radio "Space"
        Space
        radio ":"
        :
      Character between columns. Change it if the preview shows wrong columns.
    Quote character
    group "Quote character"
      radiogroup "Quote character"
        radio """ [checked]
        "
        radio "'"
        '
        radio "None"
        None
      Delimiters and line breaks inside quotes belong to the field.
    Encoding
    group "Encoding"
      UTF-8
      combobox "Encoding" [haspopup=listbox]
      img "down"
      Change it if the preview shows garbled characters. Chinese files exported by Excel usually use GBK.
    First row contains column names
    group "First row contains column names"
      switch "First row contains column names" [checked]
      If on, the first row is not used as data.
    Columns
    group "Columns"
      table
        row: columnheader "user" | columnheader; textbox "Variable name of column 2" (not used) | columnheader; textbox "Variable name of column 3" (not used)
        row: user | pass word | 3rd
        row: ann | x | y
        row: bob | z | 
      1,000 rows of data; the first rows are shown.
      Each column is a variable. Enter variable names in the table header; columns without a name are not used.
      button "Name columns by the first row"
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
  expect([...detail.querySelectorAll('tbody tr')].map(row => row.className)).toEqual(['is-head', '', ''])
  expect(sent.find(({ call }) => call === 'parameterFile/preview')?.fields).toMatchObject({
    id: file1,
    delimiter: ',',
    quote: '"',
    encoding: 'utf-8',
    rows: '20',
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Variable name of column 3' }), {
    target: { value: ' third ' },
  })
  expect(parameter('f')).toMatchObject({ columns: ['user', '', 'third'] })
  await user.click(screen.getByRole('button', { name: 'Name columns by the first row' }))
  expect(parameter('f')).toMatchObject({ columns: ['user', 'pass_word', 'col3'] })
  await user.click(screen.getByRole('switch'))
  expect(parameter('f')).toMatchObject({ hasHeader: false })
  expect(detail.textContent).toContain('1,001 rows')
  expect(detail.querySelector('.is-head')).toBeNull()
  pick('Delimiter', 'Tab')
  pick('Quote character', 'None')
  expect(parameter('f')).toMatchObject({ delimiter: '\t', quote: '' })
})

test('an invalid column name is marked', async () => {
  const { choose } = await open({
    kinds: parameters.map(each => (each.id === 'f' ? { ...each, columns: ['user', 'user'] } : each)),
  })
  await choose(/user/)
  await screen.findByText('bob')
  const status = (number: number) =>
    screen
      .getByRole('textbox', { name: `Variable name of column ${number}` })
      .className.includes('status-error')
  expect([status(1), status(2), status(3)].filter(Boolean)).not.toHaveLength(0)
  expect(status(3)).toBe(false)
  expect(
    [...document.querySelectorAll('.cd-parameter-row .is-wrong')].map(option => option.textContent),
  ).toEqual(['user, userFile', 'id, nameDatabase query'])
})

test('a file that cannot be read shows the reason and can be read again', async () => {
  let isBroken = true
  const { choose, user } = await open(
    {},
    {
      'parameterFile/list': [],
      'parameterFile/preview': () =>
        isBroken ? { status: 500, code: 'BadFile', message: 'It is not a text' } : preview,
    },
  )
  await choose(/user/)
  expect(await screen.findByText(/It is not a text/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Name columns by the first row' })).toBeNull()
  expect(await screen.findByText('The file does not exist or has been deleted')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('bob')).toBeTruthy()
})
