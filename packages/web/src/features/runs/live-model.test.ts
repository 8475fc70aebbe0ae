import type { RunSecond } from '@pone/contract/entities/run.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinLog, maxLogLinesKept, maxSecondsKept, mergeSeconds } from './live-model.ts'

const point = (second: number, requests = 1): RunSecond => ({
  second,
  users: 1,
  targetUsers: 1,
  requests,
  failed: 0,
  transactions: 0,
  avgMs: 1,
  p50Ms: 1,
  p90Ms: 1,
  p95Ms: 1,
  p99Ms: 1,
  maxMs: 1,
  sentBytes: 0,
  receivedBytes: 0,
  connections: 1,
  lateStarts: 0,
  droppedStarts: 0,
  isSuspect: false,
})

describe('seconds of a live run', () => {
  it('replace those of the same number and stay in order', () => {
    const merged = mergeSeconds([point(0), point(1), point(2)], [point(3), point(1, 9)])
    expect(merged.map(entry => [entry.second, entry.requests])).toEqual([
      [0, 1],
      [1, 9],
      [2, 1],
      [3, 1],
    ])
  })

  it('are ascending and unique in whatever order they arrive', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500)), fc.uniqueArray(fc.nat(500)), (old, fresh) => {
        const sorted = old.toSorted((a, b) => a - b).map(second => point(second))
        const seconds = mergeSeconds(
          sorted,
          fresh.map(second => point(second, 2)),
        ).map(entry => entry.second)
        expect(seconds).toEqual([...new Set([...old, ...fresh])].toSorted((a, b) => a - b))
      }),
    )
  })

  it('are limited in number, however long the tab stays open', () => {
    const full = Array.from({ length: maxSecondsKept }, (_, i) => point(i))
    const merged = mergeSeconds(full, [point(maxSecondsKept)])
    expect(merged).toHaveLength(maxSecondsKept)
    expect(merged.at(-1)?.second).toBe(maxSecondsKept)
  })
})

it('the log keeps the latest lines, and reports whether older ones were dropped', () => {
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      at: from + index,
      level: 'info' as const,
      source: '',
      message: `${from + index}`,
    }))
  expect(joinLog({ lines: lines(10), olderLines: 0 }, lines(5, 8))).toEqual({
    log: lines(13),
    isLogCut: false,
  })
  const cut = joinLog({ lines: lines(maxLogLinesKept), olderLines: 0 }, lines(3, maxLogLinesKept))
  expect(cut.isLogCut).toBe(true)
  expect(cut.log.at(0)?.message).toBe('3')
  expect(cut.log.at(-1)?.message).toBe(`${maxLogLinesKept + 2}`)
  expect(joinLog({ lines: lines(10), olderLines: 9_000 }, []).isLogCut).toBe(true)
})
