/** Parameters: previews of ranges, columns of files, probable delimiters. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { describe, expect, it } from 'vitest'
import {
  columnCount,
  columnNames,
  createFileParameter,
  createParameter,
  dataRows,
  likelyDelimiter,
  parameterKinds,
  rangePreview,
  takenNames,
  withColumnName,
} from './parameter-model.ts'

describe('parameters', () => {
  it('shows a range with its padding, its last value and its count', () => {
    expect(rangePreview({ from: 1, to: 100, step: 3, padding: 3 }, 3)).toEqual({
      first: ['001', '004', '007'],
      last: '100',
      count: 34,
    })
    expect(rangePreview({ from: 5, to: 1, step: 1, padding: 0 })).toEqual({ first: [], last: null, count: 0 })
    expect(rangePreview({ from: -1, to: 1, step: 1, padding: 2 }).first).toEqual(['-01', '00', '01'])
  })
  it('names columns after the header if possible, all different', () => {
    const rows = [
      ['user name', '密码', 'user_name', '1st', ''],
      ['ann', 'x', 'y', 'z', ''],
    ]
    expect(columnNames(rows, true)).toEqual(['user_name', 'col2', 'user_name2', 'col4', 'col5'])
    expect(columnNames(rows, false)).toEqual(['col1', 'col2', 'col3', 'col4', 'col5'])
    expect(columnNames([], true)).toEqual(['col1'])
    expect(columnNames([Array.from({ length: 300 }, () => 'a')], false)).toHaveLength(200)
    expect(columnNames([['__', ' a-b ', 'x'.repeat(70)]], true)).toEqual(['col1', 'a_b', 'x'.repeat(60)])
  })
  it.each([
    ['a,b\n1,2', ','],
    ['a;b;c,d\n1;2;3', ';'],
    ['a\tb\n1\t2', '\t'],
    ['one\ntwo', ','],
    ['a;b\nc', ','],
    ['a|b\r\n1|2', '|'],
    ['a,b\n1,2\n3,4\n5,6\n7,8\nno separator', ','],
    ['', ','],
  ])('detects the delimiter of %j as %j', (text, delimiter) => {
    expect(likelyDelimiter(text)).toBe(delimiter)
  })
  it('counts the columns of a preview, 200 at most', () => {
    expect(columnCount(['a'], [['1', '2'], ['1']])).toBe(2)
    expect(columnCount(['a', 'b', 'c'], [])).toBe(3)
    expect(
      columnCount(
        Array.from({ length: 300 }, () => 'a'),
        [],
      ),
    ).toBe(200)
  })
  it('names one column and leaves the others unchanged', () => {
    expect(withColumnName(['a'], 3, 1, 'b')).toEqual(['a', 'b', ''])
  })
  it('counts rows without the header', () => {
    expect([dataRows(5, true), dataRows(5, false), dataRows(0, true)]).toEqual([4, 5, 0])
  })
  it('shows the requested number of values of a range, and the last one only if it is not among them', () => {
    expect(rangePreview({ from: 1, to: 3, step: 1, padding: 0 }, 3)).toEqual({
      first: ['1', '2', '3'],
      last: null,
      count: 3,
    })
    expect(rangePreview({ from: 1, to: 6, step: 1, padding: 0 })).toEqual({
      first: ['1', '2', '3', '4', '5'],
      last: '6',
      count: 6,
    })
    expect(rangePreview({ from: 2, to: 2, step: 5, padding: 0 }).first).toEqual(['2'])
  })
  it('creates valid parameters with free names', () => {
    const taken = ['item', 'item2', 'uid']
    const kinds = parameterKinds.filter(kind => kind !== 'file')
    const made = kinds.map(kind => createParameter(kind, taken))
    const document = { ...componentDocumentSchema.parse({}), parameters: made }
    const parsed = componentDocumentSchema.parse(JSON.parse(JSON.stringify(document)))
    expect(takenNames(parsed)).toEqual(['column', 'item3', 'number', 'time', 'uid2', 'random'])
    expect(parsed.parameters).toEqual(made)
    expect(made.map(({ id: _id, ...rest }) => rest)).toMatchInlineSnapshot(`
      [
        {
          "columns": [
            "column",
          ],
          "database": {
            "database": "",
            "driver": "postgresql",
            "host": "",
            "password": "",
            "port": 0,
            "tls": false,
            "user": "",
          },
          "exhaustion": "cycle",
          "kind": "table",
          "maxRows": 100000,
          "query": "",
          "selection": "sequential",
          "timeoutSeconds": 60,
          "update": "iteration",
        },
        {
          "exhaustion": "cycle",
          "kind": "list",
          "name": "item3",
          "selection": "sequential",
          "update": "iteration",
          "values": [
            "a",
            "b",
            "c",
          ],
        },
        {
          "exhaustion": "cycle",
          "from": 1,
          "kind": "range",
          "name": "number",
          "padding": 0,
          "selection": "sequential",
          "step": 1,
          "to": 100,
          "update": "iteration",
        },
        {
          "format": "yyyy-MM-dd HH:mm:ss",
          "kind": "date",
          "name": "time",
          "offset": "",
          "start": "",
          "stepSeconds": 0,
          "update": "iteration",
        },
        {
          "form": "uuid",
          "kind": "uniqueId",
          "name": "uid2",
          "prefix": "",
          "update": "iteration",
        },
        {
          "alphabet": "abcdefghijklmnopqrstuvwxyz0123456789",
          "digits": 2,
          "form": "integer",
          "from": 1,
          "kind": "random",
          "length": 8,
          "name": "random",
          "to": 100,
          "update": "iteration",
        },
      ]
    `)
    expect(createFileParameter('f', { delimiter: ';', quote: '', encoding: 'gbk' }, ['a', ''])).toMatchObject(
      {
        kind: 'file',
        fileId: 'f',
        hasHeader: true,
        delimiter: ';',
        quote: '',
        encoding: 'gbk',
        columns: ['a', ''],
        selection: 'sequential',
        update: 'iteration',
        exhaustion: 'cycle',
      },
    )
  })
})
