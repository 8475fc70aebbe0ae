import { expect, test } from 'vitest'
import { readInfo, readInfoRows, readLatency, readSlowLog } from './info.ts'

const info = [
  '# Server',
  'redis_version:7.0.15',
  'executable:/opt/a:b/redis-server',
  '',
  '# Keyspace',
  'db0:keys=3,expires=1,avg_ttl=12',
  'db12:keys=1,expires=0,avg_ttl=0',
  'dbsize_estimate:4',
].join('\r\n')

test('fields keep what follows their first colon', () => {
  expect(readInfo(info)).toMatchObject({ redis_version: '7.0.15', executable: '/opt/a:b/redis-server' })
})

test('a field that stands for a thing is a record with its name', () => {
  expect(readInfoRows(info, { prefix: 'db', label: 'db' })).toEqual([
    { db: '0', keys: '3', expires: '1', avg_ttl: '12' },
    { db: '12', keys: '1', expires: '0', avg_ttl: '0' },
  ])
})

test('an entry of the slow log keeps its place until another one takes it', () => {
  const entry = (id: number) => [id, 1_700_000_000, 1_500, ['GET', 'x'], '127.0.0.1:5000', '']
  const places = (from: number) =>
    readSlowLog([entry(from + 2), entry(from + 1), entry(from)], 4).map(({ id, place }) => [id, place])
  expect(places(3)).toEqual([
    ['5', '1'],
    ['4', '0'],
    ['3', '3'],
  ])
  expect(readSlowLog([entry(9)], 4)[0]).toMatchObject({
    durationMs: '1.5',
    command: 'GET x',
    at: '2023-11-14T22:13:20.000Z',
  })
  // Versions before 4 tell of no client.
  expect(readSlowLog([[9, 1_700_000_000, 10, ['PING']]], 4)[0]).toMatchObject({ client: '', command: 'PING' })
})

test('answers of another shape are no rows', () => {
  expect(readSlowLog('OK', 4)).toEqual([])
  expect(readLatency(null)).toEqual([])
  expect(readLatency([['command', 1_700_000_000, 20, 40]])).toEqual([
    { event: 'command', at: '2023-11-14T22:13:20.000Z', latestMs: '20', maxMs: '40' },
  ])
})
