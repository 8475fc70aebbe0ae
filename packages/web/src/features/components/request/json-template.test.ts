/** JSON with placeholders is validated and formatted. */
import { describe, expect, it } from 'vitest'
import { checkJson, formatJson } from './json-template.ts'
import { splitQuery } from './split-query.ts'

describe('JSON with placeholders', () => {
  it('is valid with placeholders as values, inside strings and with nested calls', () => {
    expect(checkJson('{"id": ${id}, "name": "a-${name}", "sign": ${md5(${id})}, "n": [${a}, 1]}')).toBeNull()
    expect(checkJson('  ')).toBeNull()
  })
  it('reports the position of an error', () => {
    expect(checkJson('{\n  "a": 1,\n  "b" 2\n}')).toMatchObject({ line: 3 })
    expect(checkJson('{"a": ')).not.toBeNull()
  })
  it('is formatted with its placeholders unchanged', () => {
    expect(formatJson('{"id":${id},"name":"a-${name}","all":"${x}","t":["${a}b"]}')).toBe(
      '{\n  "id": ${id},\n  "name": "a-${name}",\n  "all": "${x}",\n  "t": [\n    "${a}b"\n  ]\n}',
    )
    expect(formatJson('{"a": }')).toBeNull()
  })
  it('keeps all digits of numbers when formatted', () => {
    expect(formatJson('[12345678901234567890,1.0,"007",5]')).toBe(
      '[\n  12345678901234567890,\n  1.0,\n  "007",\n  5\n]',
    )
  })
})

describe('a pasted address', () => {
  it('has its query moved to separate fields', () => {
    expect(splitQuery('/', 'https://a.example/list?q=%E8%8C%B6&x#top')).toEqual({
      url: 'https://a.example/list',
      query: [
        { name: 'q', value: '茶', enabled: true },
        { name: 'x', value: '', enabled: true },
      ],
    })
  })
  it('is not changed while it is typed', () => {
    expect(splitQuery('/list', '/list?')).toBeNull()
    expect(splitQuery('/list?q=', '/list?q=1')).toBeNull()
  })
})
