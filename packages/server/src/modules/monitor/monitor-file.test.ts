import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCells, csvOf, type MonitorFileRow, readCells } from './monitor-file.ts'

const row: MonitorFileRow = {
  name: 'shop, "main"',
  group: '=1+1',
  type: 'redis',
  params: { host: 'cache.test', port: 6379, tls: true },
  agent: '',
  sendIntervalMs: 5_000,
  receiveIntervalMs: 5_000,
  frequencyMs: 1_000,
  slowLogAddress: '',
  url: 'https://shop.test/',
  notificationEmails: ['a@shop.test', 'b@shop.test'],
  notificationPhones: [],
}

test('a row of CSV comes back as it was, and is no formula for a spreadsheet', () => {
  const text = csvOf([row])
  expect(text).toContain(`'=1+1`)
  const [read] = readCells(csvCells(text))
  expect(read).toMatchObject({ name: row.name, group: '=1+1', type: 'redis', agent: '', issues: [] })
  expect(read?.fields).toMatchObject({
    params: row.params,
    frequencyMs: 1_000,
    url: row.url,
    notificationEmails: row.notificationEmails,
  })
})

test('any cells come back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 20 }), cells => {
      const text = cells
        .map(line => `${line.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
        .join('')
      const plain = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
      expect(csvCells(text)).toEqual(cells.map(line => line.map(plain)))
    }),
  )
})

test('a row that cannot be used says why, another file is refused', () => {
  const [read] = readCells([
    ['name', 'type', 'frequencyMs', 'url'],
    ['x', 'redis', 'often', 'ftp://x'],
  ])
  expect(read?.fields).toBeNull()
  expect(read?.issues.map(issue => issue.path[0])).toEqual(['frequencyMs', 'url'])
  expect(() => readCells([['a', 'b']])).toThrow('FileContentRefused')
})
