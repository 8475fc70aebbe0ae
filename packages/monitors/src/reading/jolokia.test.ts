import { expect, test } from 'vitest'
import { jolokiaRecords } from './jolokia.ts'

const wanted = {
  fields: { size: 'QueueSize', used: 'Memory.used', dead: 'DLQ' },
  properties: { queue: 'destinationName' },
  omit: { property: 'destinationName', prefix: 'Advisory.' },
  isRequired: false,
}
const answer = (value: object) => JSON.stringify({ request: {}, value, status: 200 })

test('a bean becomes a record with its attributes and the properties of its name', () => {
  const text = answer({
    'org.apache.activemq:brokerName=one,destinationName=orders,type=Broker': {
      QueueSize: 3,
      Memory: { used: 5 },
      DLQ: false,
    },
    'org.apache.activemq:destinationName="a,b=\\"c\\"\\?",type=Broker': { QueueSize: 1 },
    'org.apache.activemq:destinationName=Advisory.Queue,type=Broker': { QueueSize: 9 },
  })
  expect(jolokiaRecords(text, wanted).records).toEqual([
    { queue: 'orders', size: '3', used: '5', dead: 'false' },
    { queue: 'a,b="c"?', size: '1' },
  ])
})

test('a pattern that no bean matches has no records', () => {
  expect(jolokiaRecords('{"status":404,"error":"No MBean"}', wanted).records).toEqual([])
  expect(() => jolokiaRecords('{"status":404,"error":"No MBean"}', { ...wanted, isRequired: true })).toThrow(
    expect.objectContaining({ code: 'wrongProduct' }),
  )
})

test.each([
  ['{"status":403,"error":"forbidden"}', 'missingRight'],
  ['{"status":500,"error":"failed"}', 'malformed'],
  ['{"name":"another product"}', 'wrongProduct'],
  ['<html>', 'wrongProduct'],
])('%s is refused: %s', (text, code) => {
  expect(() => jolokiaRecords(text, wanted)).toThrow(expect.objectContaining({ code }))
})
