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

test('entries of the slow log are told apart by number and time', () => {
  const entry = (id: number, at: number) => [id, at, 1_500, ['GET', 'x'], '127.0.0.1:5000', '']
  expect(
    readSlowLog([entry(1, 1_700_000_000), entry(0, 1_700_000_000), entry(1, 1_600_000_000)]),
  ).toMatchObject([
    { entry: '1 1700000000', durationMs: '1.5', command: 'GET x', at: '2023-11-14T22:13:20.000Z' },
    { entry: '0 1700000000' },
    { entry: '1 1600000000' },
  ])
  // Versions before 4 tell of no client.
  expect(readSlowLog([[9, 1_700_000_000, 10, ['PING']]])[0]).toMatchObject({ client: '', command: 'PING' })
})

test('answers of another shape are no rows', () => {
  expect(readSlowLog('OK')).toEqual([])
  expect(readLatency(null)).toEqual([])
  expect(readLatency([['command', 1_700_000_000, 20, 40]])).toEqual([
    { event: 'command', at: '2023-11-14T22:13:20.000Z', latestMs: '20', maxMs: '40' },
  ])
})
