// @vitest-environment happy-dom

import { secretMask } from '@pone/schema/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { serve } from '../../../test-page.tsx'
import { drawInEditor } from '../test-editor.tsx'
import { ParametersForm } from './parameters-form.tsx'
import { SecretTable } from './secret-table.tsx'
import { VariablesForm } from './variables-form.tsx'

const file1 = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0001'
const file2 = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0002'
const rowTaking = { selection: 'sequential', update: 'iteration', exhaustion: 'cycle' }
const parameters = [
  { id: 'l', kind: 'list', name: 'item', values: ['a', 'b'], ...rowTaking },
  {
    id: 'r',
    kind: 'range',
    name: 'number',
    from: 1,
    to: 100,
    step: 3,
    padding: 2,
    ...rowTaking,
    selection: 'random',
  },
  {
    id: 'f',
    kind: 'file',
    fileId: file1,
    delimiter: ',',
    quote: '"',
    encoding: 'utf-8',
    hasHeader: true,
    columns: ['user', ''],
    ...rowTaking,
  },
  {
    id: 't',
    kind: 'table',
    database: {
      driver: 'mysql',
      host: 'db.example',
      port: 3306,
      database: 'shop',
      user: 'ann',
      password: 'typed',
      tls: true,
    },
    query: 'select id from users',
    columns: ['id', 'name'],
    maxRows: 500,
    timeoutSeconds: 30,
    ...rowTaking,
  },
  {
    id: 'd',
    kind: 'date',
    name: 'day',
    start: '',
    offset: '+2d',
    stepSeconds: 60,
    format: 'yyyy',
    update: 'iteration',
  },
  { id: 'u', kind: 'uniqueId', name: 'uid', form: 'number', prefix: 'x-', update: 'iteration' },
  {
    id: 'i',
    kind: 'random',
    name: 'dice',
    form: 'integer',
    from: 1,
    to: 6,
    digits: 2,
    length: 8,
    alphabet: 'abc',
    update: 'iteration',
  },
  {
    id: 'x',
    kind: 'random',
    name: 'share',
    form: 'decimal',
    from: 0.25,
    to: 1.5,
    digits: 2,
    length: 8,
    alphabet: 'abc',
    update: 'iteration',
  },
  {
    id: 'y',
    kind: 'random',
    name: 'word',
    form: 'text',
    from: 1,
    to: 6,
    digits: 2,
    length: 8,
    alphabet: 'abc',
    update: 'iteration',
  },
]
const files = [
  { id: file1, name: 'users.csv', sizeBytes: 2_048, lines: 1_001, uploadedBy: 'li', uploadedAt: 0 },
  { id: file2, name: 'goods.csv', sizeBytes: 10, lines: 2, uploadedBy: 'wang', uploadedAt: 0 },
]
const rows = [
  ['user', 'pass word', '3rd'],
  ['ann', 'x', 'y'],
  ['bob', 'z'],
]
const preview = { rows, lines: 1_001 }
/** Rows as the server parses them. */
const previewBy = ({ delimiter }: { readonly delimiter: string }) =>
  delimiter === ',' ? preview : { ...preview, rows: rows.map(row => [row.join(',')]) }
const answers = { 'parameterFile/list': files, 'parameterFile/preview': previewBy }

async function open(options: { kinds?: readonly object[]; isReadOnly?: boolean } = {}, more: object = {}) {
  const sent = await serve({ ...answers, ...more })
  const drawn = await drawInEditor(<ParametersForm />, {
    document: { parameters: options.kinds ?? parameters },
    isReadOnly: options.isReadOnly ?? false,
  })
  const choose = async (name: string | RegExp) => {
    await drawn.user.click(rowOf(name))
    return document.querySelector('.cd-parameter-detail') ?? document.body
  }
  const parameter = (id: string) => drawn.document().parameters.find(each => each.id === id)
  return { ...drawn, sent, choose, parameter }
}
/** The row of a parameter, not the button beside it that deletes it. */
const rowOf = (name: string | RegExp): HTMLElement => {
  const [row] = screen
    .getAllByRole('button', { name })
    .filter(button => button.matches('.cd-parameter-row > button:first-child'))
  if (!row) throw new Error(`no parameter is called ${String(name)}`)
  return row
}
/** Chooses an option of a segmented control. */
const pick = (group: string, name: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }))

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
        button "uid Unique id"
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
    "Variable
    group "Variable"
      textbox "Variable" = "item"
      Written as \${item} in texts
    Values
    group "Values"
      textbox "Values" = "a\\nb"
      One per line, 2 in all.
    heading "How values are taken"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential" [checked]
        Sequential
        radio "Random"
        Random
        radio "Unique"
        Unique
      In order: the users of an engine process take turns, each takes the next value.
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value.
    When used up
    group "When used up"
      radiogroup "When used up"
        radio "Start over" [checked]
        Start over
        radio "Stop the user"
        Stop the user
        radio "Keep the last"
        Keep the last
      Goes on with the first value; with “unique”, values then come again."
  `)
  const values = screen.getByRole('textbox', { name: /Values/ })
  fireEvent.change(values, { target: { value: 'a\nb\n' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Variable' }), { target: { value: ' thing ' } })
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
    "Variable
    group "Variable"
      textbox "Variable" = "number"
      Written as \${number} in texts
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
    Digits
    group "Digits"
      spinbutton "Digits" = "2" [valuenow=2]
      button "Increase Value"
      button "Decrease Value"
      Shorter numbers get zeros in front; 0 = none.
    Preview
    group: 01, 04, 07, 10, 13 … 100 34 values "Preview"
    heading "How values are taken"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential"
        Sequential
        radio "Random" [checked]
        Random
        radio "Unique"
        Unique
      Any value each time, repetitions included.
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value.
    When used up
    group "When used up"
      radiogroup "When used up"
        radio "Start over" [disabled, checked]
        Start over
        radio "Stop the user" [disabled]
        Stop the user
        radio "Keep the last" [disabled]
        Keep the last
      Random selection never runs out."
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

test('a file with its first rows', async () => {
  const { choose, parameter, sent, user } = await open()
  const detail = await choose(/user/)
  await screen.findByText('bob')
  await within(detail as HTMLElement).findByText(/users\.csv/)
  expect(outline(detail)).toMatchInlineSnapshot(`
    "File
    group "File"
      users.csv2 KiB, 1,001 lines
      button "Change"
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
        radio "Blank"
        Blank
        radio ":"
        :
    Quotes
    group "Quotes"
      radiogroup "Quotes"
        radio """ [checked]
        "
        radio "'"
        '
        radio "None"
        None
      Delimiters and line breaks within quotes belong to the field.
    Encoding
    group "Encoding"
      UTF-8
      combobox "Encoding" [haspopup=listbox]
      img "down"
    First row is a header
    group "First row is a header"
      switch "First row is a header" [checked]
      When on, the first row is not data.
    Columns
    group "Columns"
      table
        row: columnheader "user" | columnheader; textbox "Variable of column 2" (not used) | columnheader; textbox "Variable of column 3" (not used)
        row: user | pass word | 3rd
        row: ann | x | y
        row: bob | z | 
      1,000 rows of data; the first ones are shown.
      Each column is a variable, named in the table’s head; columns without a name are left out.
      button "Name after the first row"
    heading "How values are taken"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential" [checked]
        Sequential
        radio "Random"
        Random
        radio "Unique"
        Unique
      In order: the users of an engine process take turns, each takes the next value.
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value.
    When used up
    group "When used up"
      radiogroup "When used up"
        radio "Start over" [checked]
        Start over
        radio "Stop the user"
        Stop the user
        radio "Keep the last"
        Keep the last
      Goes on with the first value; with “unique”, values then come again."
  `)
  expect([...detail.querySelectorAll('tbody tr')].map(row => row.className)).toEqual(['is-head', '', ''])
  expect(sent.find(({ call }) => call === 'parameterFile/preview')?.fields).toMatchObject({
    id: file1,
    delimiter: ',',
    quote: '"',
    encoding: 'utf-8',
    rows: '20',
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Variable of column 3' }), {
    target: { value: ' third ' },
  })
  expect(parameter('f')).toMatchObject({ columns: ['user', '', 'third'] })
  await user.click(screen.getByRole('button', { name: 'Name after the first row' }))
  expect(parameter('f')).toMatchObject({ columns: ['user', 'pass_word', 'col3'] })
  await user.click(screen.getByRole('switch'))
  expect(parameter('f')).toMatchObject({ hasHeader: false })
  expect(detail.textContent).toContain('1,001 rows')
  expect(detail.querySelector('.is-head')).toBeNull()
  pick('Delimiter', 'Tab')
  pick('Quotes', 'None')
  expect(parameter('f')).toMatchObject({ delimiter: '\t', quote: '' })
})

test('an invalid column name is marked', async () => {
  const { choose } = await open({
    kinds: parameters.map(each => (each.id === 'f' ? { ...each, columns: ['user', 'user'] } : each)),
  })
  await choose(/user/)
  await screen.findByText('bob')
  const status = (number: number) =>
    screen.getByRole('textbox', { name: `Variable of column ${number}` }).className.includes('status-error')
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
  expect(screen.queryByRole('button', { name: 'Name after the first row' })).toBeNull()
  expect(await screen.findByText('The file does not exist or has been deleted')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('bob')).toBeTruthy()
})

test('a table of a database', async () => {
  const { choose, parameter } = await open()
  expect(outline(await choose(/id, name/))).toMatchInlineSnapshot(`
    "Database
    group "Database"
      radiogroup "Database"
        radio "PostgreSQL"
        PostgreSQL
        radio "MySQL / MariaDB" [checked]
        MySQL / MariaDB
    Host
    group "Host"
      combobox "Host" = "db.example"
      button "Insert a tool function"
    Port
    group "Port"
      spinbutton "Port" = "3306" [valuenow=3306]
      button "Increase Value"
      button "Decrease Value"
      0 = the usual port of the database.
    Database name
    group "Database name"
      combobox "Database name" = "shop"
      button "Insert a tool function"
    User
    group "User"
      combobox "User" = "ann"
      button "Insert a tool function"
    Password
    group "Password"
      combobox "Password" = "typed"
      button "Insert a tool function"
      alert: A password cannot be written here: keep it as a secret variable and write \${its name}
      Only refers to variables, such as \${dbPassword}; keep the password as a secret variable of the component.
    Use TLS
    group "Use TLS"
      switch "Use TLS" [checked]
    Query
    group "Query"
      combobox "Query" = "select id from users"
      button "Insert a tool function"
      Each load machine runs it once before the run. Unique values need the same order everywhere: write ORDER BY.
    Variables
    group "Variables"
      textbox "Variables" = "id, name"
      In the order of the columns of the result, separated by commas; an empty name leaves a column out.
    Most rows
    group "Most rows"
      spinbutton "Most rows" = "500" [valuenow=500]
      button "Increase Value"
      button "Decrease Value"
      A longer result keeps the run from starting, so that no part of the data is left out unseen.
    Time-out
    group "Time-out"
      spinbutton "Time-out (s)" = "30" [valuenow=30]
      s
      button "Increase Value"
      button "Decrease Value"
    heading "How values are taken"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential" [checked]
        Sequential
        radio "Random"
        Random
        radio "Unique"
        Unique
      In order: the users of an engine process take turns, each takes the next value.
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value.
    When used up
    group "When used up"
      radiogroup "When used up"
        radio "Start over" [checked]
        Start over
        radio "Stop the user"
        Stop the user
        radio "Keep the last"
        Keep the last
      Goes on with the first value; with “unique”, values then come again."
  `)
  fireEvent.change(screen.getByRole('textbox', { name: 'Variables' }), {
    target: { value: 'a, b ,' },
  })
  pick('Database', 'PostgreSQL')
  fireEvent.click(screen.getByRole('switch'))
  const port = screen.getByRole('spinbutton', { name: 'Port' })
  fireEvent.change(port, { target: { value: '5432' } })
  fireEvent.blur(port)
  expect(parameter('t')).toMatchObject({
    columns: ['a', 'b', ''],
    database: { driver: 'postgresql', tls: false, port: 5_432, host: 'db.example' },
  })
})

test('a date, an id and random values', async () => {
  const { choose, parameter } = await open()
  expect(outline(await choose(/day/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "day"
      Written as \${day} in texts
    Start
    group "Start"
      textbox "Start" (now)
      Empty = the time at which the value is taken; or 2026-01-31, 2026-01-31T08:00:00 (local time of the load machine).
    Offset
    group "Offset"
      textbox "Offset" = "+2d"
      Such as +1d or -2h30m; empty = none.
    Step
    group "Step"
      spinbutton "Step (s)" = "60" [valuenow=60]
      s
      button "Increase Value"
      button "Decrease Value"
      Added with each further value; 0 = none.
    Format
    group "Format"
      textbox "Format" = "yyyy"
      yyyy year, MM month, dd day, HH hour, mm minute, ss second, SSS millisecond.
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  expect(outline(await choose(/uid/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "uid"
      Written as \${uid} in texts
    Form
    group "Form"
      radiogroup "Form"
        radio "UUID"
        UUID
        radio "Digits" [checked]
        Digits
      Digits only, not repeated on any load machine.
    Prefix
    group "Prefix"
      textbox "Prefix" = "x-"
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  fireEvent.change(screen.getByRole('textbox', { name: /Prefix/ }), { target: { value: 'y'.repeat(120) } })
  expect(parameter('u')).toMatchObject({ prefix: 'y'.repeat(100) })
  expect(outline(await choose(/dice/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "dice"
      Written as \${dice} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer" [checked]
        Integer
        radio "Decimal"
        Decimal
        radio "Text"
        Text
    Smallest
    group "Smallest"
      spinbutton "Smallest" = "1" [valuenow=1]
      button "Increase Value"
      button "Decrease Value"
    Largest
    group "Largest"
      spinbutton "Largest" = "6" [valuenow=6]
      button "Increase Value"
      button "Decrease Value"
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  expect(outline(await choose(/share/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "share"
      Written as \${share} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer"
        Integer
        radio "Decimal" [checked]
        Decimal
        radio "Text"
        Text
    Smallest
    group "Smallest"
      spinbutton "Smallest" = "0.25" [valuenow=0.25]
      button "Increase Value"
      button "Decrease Value"
    Largest
    group "Largest"
      spinbutton "Largest" = "1.5" [valuenow=1.5]
      button "Increase Value"
      button "Decrease Value"
    Digits after the point
    group "Digits after the point"
      spinbutton "Digits after the point" = "2" [valuenow=2]
      button "Increase Value"
      button "Decrease Value"
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  expect(outline(await choose(/word/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "word"
      Written as \${word} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer"
        Integer
        radio "Decimal"
        Decimal
        radio "Text" [checked]
        Text
    Length
    group "Length"
      spinbutton "Length" = "8" [valuenow=8]
      button "Increase Value"
      button "Decrease Value"
    Characters
    group "Characters"
      textbox "Characters" = "abc"
      Characters are drawn from these.
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  const alphabet = screen.getByRole('textbox', { name: /[Cc]haracters|Alphabet/ })
  fireEvent.change(alphabet, { target: { value: '' } })
  expect(parameter('y')).toMatchObject({ alphabet: 'abc' })
  fireEvent.change(alphabet, { target: { value: 'xyz' } })
  expect(parameter('y')).toMatchObject({ alphabet: 'xyz' })
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
  pick('Next value', 'Once')
  pick('When used up', 'Stop the user')
  expect(parameter('l')).toMatchObject({ selection: 'unique', update: 'once', exhaustion: 'stopUser' })
})

test('a parameter of each kind can be added, one of a file after the file is selected', async () => {
  const { user, document: now, sent } = await open({ kinds: [] })
  expect(outline(document.querySelector('.cd-parameters') ?? document.body)).toMatchInlineSnapshot(`
    "heading "No parameters yet"
    Parameters give each user and iteration data of its own, for example accounts from the rows of a CSV file.
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
    "Each virtual user begins with these values; any text refers to them as \${name}.
    table "Variables"
      row: columnheader "Enabled" | columnheader "Variable" | columnheader "First value" | columnheader "Bulk edit"
      row: checkbox "Use city" [checked] | combobox "Variable 1" = "city" [haspopup=listbox] | combobox "First value 1" = "杭州" | button "Delete city"
      row: checkbox "Use off" | combobox "Variable 2" = "off" [haspopup=listbox] | combobox "First value 2" | button "Delete off"
      row:  | combobox "Variable 3" (Add…) [haspopup=listbox] | combobox "First value 3" | 
    heading "Secret variables"
    Passwords, tokens and the like. Values are stored encrypted, never shown again and masked in logs and samples; use them like any variable, e.g. \${password}.
    table "Secret variables"
      row: checkbox "Use key" [checked] | textbox "Variable 3" = "key" |  | button "Delete key"
      row: checkbox "Use fresh" | textbox "Variable 4" = "fresh" | button "Show" | button "Delete fresh"
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
    document.querySelector(`.cd-rules input[aria-label="Variable ${number}"]`) as HTMLInputElement
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
  const add = document.querySelector('input[aria-label="Variable 3"]') as HTMLInputElement
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
