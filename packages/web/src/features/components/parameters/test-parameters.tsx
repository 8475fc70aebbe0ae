/** For tests of parameters: one of each kind, their files, and the form that shows them. */
import { fireEvent, screen, within } from '@testing-library/react'
import { serve } from '../../../test-page.tsx'
import { drawInEditor } from '../test-editor.tsx'
import { ParametersForm } from './parameters-form.tsx'

export const file1 = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0001'

export const file2 = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0002'

const rowTaking = { selection: 'sequential', update: 'iteration', exhaustion: 'cycle' }

export const parameters = [
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

export const rows = [
  ['user', 'pass word', '3rd'],
  ['ann', 'x', 'y'],
  ['bob', 'z'],
]

export const preview = { rows, lines: 1_001 }

/** Rows as the server parses them. */
const previewBy = ({ delimiter }: { readonly delimiter: string }) =>
  delimiter === ',' ? preview : { ...preview, rows: rows.map(row => [row.join(',')]) }

const answers = { 'parameterFile/list': files, 'parameterFile/preview': previewBy }

export async function open(
  options: { kinds?: readonly object[]; isReadOnly?: boolean } = {},
  more: object = {},
) {
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
export const rowOf = (name: string | RegExp): HTMLElement => {
  const [row] = screen
    .getAllByRole('button', { name })
    .filter(button => button.matches('.cd-parameter-row > button:first-child'))
  if (!row) throw new Error(`no parameter is called ${String(name)}`)
  return row
}

/** Chooses an option of a segmented control. */
export const pick = (group: string, name: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }))
