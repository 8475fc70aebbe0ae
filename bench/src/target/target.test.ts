import { describe, expect, test } from 'vitest'
import { worstSecond } from '../measurements/arrivals.ts'
import { peakBetween } from '../measurements/flat-memory.ts'
import { parseCoreLine, parseStat } from '../process-usage.ts'
import { answer, expectedText } from './nginx-config.ts'
import { parseAccessLog, parseStatus } from './target.ts'

describe('the target', () => {
  test('answers with 88 bytes of JSON that hold the text', () => {
    expect(Buffer.byteLength(answer)).toBe(88)
    expect(JSON.parse(answer)).toMatchObject({ id: 4_711, name: expectedText })
  })

  test('reads requests and connections (recorded status page)', () => {
    const recorded =
      'Active connections: 65 \nserver accepts handled requests\n 66 66 69645 \nReading: 0 Writing: 12 Waiting: 53 \n'
    expect(parseStatus(recorded)).toEqual({ requests: 69_645, connections: 65, accepted: 66 })
  })

  test('leaves out the incomplete line of a killed process (recorded log)', () => {
    const recorded = '1795270745.021 200 1\n1795270745.030 444 2\n1795270745.0'
    expect(parseAccessLog(recorded)).toEqual([
      { at: 1_795_270_745_021, status: 200 },
      { at: 1_795_270_745_030, status: 444 },
    ])
  })
})

test('CPU time counts also for a process whose name has blanks and brackets (recorded)', () => {
  const recorded =
    '13408 (nginx: (w) x) S 13406 13406 13406 0 -1 4194368 300 7 0 0 120 30 4 6 20 0 1 0 9000 11000000 900'
  expect(parseStat(recorded)).toEqual({ session: 13_406, cpuUs: 1_600_000 })
})

test('a core is busy with everything but idling and waiting (recorded)', () => {
  const recorded = 'cpu  60 2 30 900 5 1 4 3 0 0\ncpu0 10 1 5 500 3 0 2 1 0 0\ncpu1 50 1 25 400 2 1 2 2 0 0\n'
  expect(parseCoreLine(recorded, 1)).toBe(810_000)
})

test('the worst second of a rate is found, the cut last one left out', () => {
  const line = (at: number) => ({ at, status: 200 })
  expect(worstSecond([line(0), line(500), line(1_000), line(2_100)], 2)).toBe(50)
})

test('memory is compared by its peaks between counts of requests', () => {
  const samples = [5, 9, 7, 8].map((bytes, index) => ({ requests: index * 10, bytes }))
  expect(peakBetween(samples, 0, 20)).toBe(9)
  expect(peakBetween(samples, 20, Number.POSITIVE_INFINITY)).toBe(8)
})
