import { expect, test } from 'vitest'
import { checkTypeText } from './check-type.ts'
import { readOwnType } from './stored-type.ts'

const text = (statement: string) => `
name: orders
category: custom
names: { zh: 订单, en: Orders }
triedOn: []
transport: postgresql
params:
  - { key: host, type: address, names: { zh: 主机, en: Host }, help: { zh: 主机, en: Host } }
  - { key: port, type: number, names: { zh: 端口, en: Port }, help: { zh: 端口, en: Port } }
sections:
  - key: orders
    names: { zh: 订单, en: Orders }
    request: { statements: ["${statement}"] }
    answersAvailability: true
    counters:
      - { key: open, kind: gauge, unit: count, names: { zh: 未完成, en: Open }, help: { zh: 未完成的订单数, en: Orders that are open } }
charts:
  - { key: open, names: { zh: 未完成, en: Open }, style: line, unit: count, counters: [orders.open] }
`

test('statements of a stored type are held to reading by the database too', () => {
  const { type, problems } = checkTypeText(text('SELECT count(*) AS open FROM orders'), {
    version: 1,
    name: null,
    taken: new Set(),
  })
  expect(problems).toEqual([])
  const read = readOwnType(JSON.parse(JSON.stringify(type)))
  expect(read?.sections[0]?.request).toMatchObject({ isIsolated: true })
})

test('what a former version let through is refused by the rules of today', () => {
  const { type } = checkTypeText(text('SELECT count(*) AS open FROM orders'), {
    version: 1,
    name: null,
    taken: new Set(),
  })
  const [section] = type?.sections ?? []
  const stored = { ...type, sections: [{ ...section, request: { statements: ['DELETE FROM orders'] } }] }
  expect(readOwnType(stored)).toBeUndefined()
  expect(readOwnType({ ...stored, sections: [{ ...section, request: {} }] })).toBeUndefined()
  expect(readOwnType(null)).toBeUndefined()
})
