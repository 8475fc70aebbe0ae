import { expect, test } from 'vitest'
import { jsonRecords, valueAtPath } from './json.ts'
import { jmxRecords, textRecords } from './text.ts'

test('a path leads into objects and arrays, and nowhere else', () => {
  const value = { a: { b: [{ c: 1 }, { c: 2 }] } }
  expect(valueAtPath(value, 'a.b[1].c')).toBe(2)
  expect(valueAtPath(value, 'a.b.length')).toBe(2)
  expect(valueAtPath(value, '')).toBe(value)
  expect(valueAtPath(value, 'a.constructor')).toBeUndefined()
  expect(valueAtPath(value, 'a.b[7].c')).toBeUndefined()
})

test('rows of JSON become records; what is no number, text or truth is left out', () => {
  const text = '{"rows":[{"n":"a","v":1.5,"o":{}},{"n":"b","up":true,"v":null}]}'
  const fields = { name: 'n', value: 'v', up: 'up', object: 'o' }
  expect(jsonRecords(text, { rows: 'rows', fields })).toEqual({
    records: [
      { name: 'a', value: '1.5' },
      { name: 'b', up: 'true' },
    ],
    isCut: false,
    omitted: 0,
  })
  const part = text.replace(/^\{/, '{"count":5,')
  expect(jsonRecords(part, { rows: 'rows', fields, total: 'count' }).omitted).toBe(3)
  expect(() => jsonRecords('{"rows":[', { rows: 'rows', fields })).toThrow(
    expect.objectContaining({ code: 'malformed' }),
  )
  expect(() => jsonRecords('{}', { rows: 'rows', fields })).toThrow(
    expect.objectContaining({ code: 'wrongProduct' }),
  )
})

test('an expression makes a record of each match', () => {
  expect(textRecords('a=1\nb=2\n', String.raw`^(?<name>\w)=(?<value>\d)$`)).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ])
  expect(() => textRecords('<html>', '(?<a>x)')).toThrow(expect.objectContaining({ code: 'wrongProduct' }))
})

test('beans of the JMX proxy become records with parts of composite attributes', () => {
  const text = `OK - Number of results: 2\r
\r
Name: Catalina:type=ThreadPool,name="http-nio-8080"\r
modelerType: x\r
maxThreads: 200\r
\r
Name: java.lang:type=Memory\r
NonHeapMemoryUsage: {committed=5, init=4, max=-1, used=6}\r
HeapMemoryUsage: javax.management.openmbean.CompositeData
 Support(compositeType=a(b,items=((itemName=used))),contents={committed=2, init=1, max=-1, used=3})\r
`
  expect(jmxRecords(text, ['name'])).toEqual([
    {
      Name: 'Catalina:type=ThreadPool,name="http-nio-8080"',
      modelerType: 'x',
      maxThreads: '200',
      name: 'http-nio-8080',
    },
    {
      Name: 'java.lang:type=Memory',
      'NonHeapMemoryUsage.committed': '5',
      'NonHeapMemoryUsage.init': '4',
      'NonHeapMemoryUsage.max': '-1',
      'NonHeapMemoryUsage.used': '6',
      'HeapMemoryUsage.committed': '2',
      'HeapMemoryUsage.init': '1',
      'HeapMemoryUsage.max': '-1',
      'HeapMemoryUsage.used': '3',
      name: '',
    },
  ])
  expect(() => jmxRecords('<html>', [])).toThrow(expect.objectContaining({ code: 'wrongProduct' }))
})
