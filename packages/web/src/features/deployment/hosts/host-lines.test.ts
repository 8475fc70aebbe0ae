import { expect, test } from 'vitest'
import { readHostLines } from './host-lines.ts'

const told = (text: string) =>
  readHostLines(text).hosts.map(({ name, address, sshPort }) => `${name}=${address}:${sshPort ?? ''}`)

test.each([
  ['10.20.9.1', ['10.20.9.1=10.20.9.1:']],
  ['load-01 10.20.9.1', ['load-01=10.20.9.1:']],
  ['load-01\t10.20.9.1:2222', ['load-01=10.20.9.1:2222']],
  ['load-01, db.example.com', ['load-01=db.example.com:']],
  ['one fe80::1', ['one=fe80::1:']],
  ['load-[08-10] 10.20.9.[8-10]', ['load-08=10.20.9.8:', 'load-09=10.20.9.9:', 'load-10=10.20.9.10:']],
  ['10.20.9.[9-10]', ['10.20.9.9=10.20.9.9:', '10.20.9.10=10.20.9.10:']],
  ['load 10.20.9.[1-2]', ['load-1=10.20.9.1:', 'load-2=10.20.9.2:']],
  ['\n a 10.0.0.1\n\n b 10.0.0.2 \n', ['a=10.0.0.1:', 'b=10.0.0.2:']],
  ['', []],
])('%j is read as hosts', (text, hosts) => {
  expect(told(text)).toEqual(hosts)
  expect(readHostLines(text).faults).toEqual([])
})

test.each([
  ['a b c', 'address'],
  ['a 10.0.0.1_', 'address'],
  ['a 999.1.1.1', 'address'],
  ['b 10.0.0.1', 'placeTwice'],
  ['a 10.0.0.1:70000', 'port'],
  ['load-[5-1] 10.0.0.[1-5]', 'range'],
  ['load-[1-3] 10.0.0.[1-5]', 'range'],
  ['10.0.[0-9.1', 'range'],
  ['10.0.[0-5000].1', 'range'],
  [`${'x'.repeat(65)} 10.0.0.1`, 'name'],
])('%j is refused for its %s', (text, fault) => {
  expect(readHostLines(`ok 10.0.0.1\n${text}`)).toEqual({
    hosts: [{ name: 'ok', address: '10.0.0.1', sshPort: null }],
    faults: [{ line: 2, fault }],
  })
})

test('a duplicate name is refused once per line', () => {
  expect(readHostLines('a 10.0.0.1\na 10.0.0.[2-5]\na 10.0.0.6').faults).toEqual([
    { line: 3, fault: 'twice' },
  ])
})

test('more hosts than one request may contain are refused', () => {
  const { hosts, faults } = readHostLines('a 10.0.0.[1-200]\nb 10.0.1.[1-200]\nc load-[1-900].example')
  expect(hosts).toHaveLength(1_000)
  expect(faults).toEqual([{ line: 3, fault: 'tooMany' }])
})
