import { describe, expect, it } from 'vitest'
import { recorderCost, recorderTimes } from './recorder-cost.ts'

describe('the cost of recording', () => {
  it('counts what threads used in between, of new ones everything', () => {
    const before = { processMs: 1_000, threads: new Map([['7', 20.4]]) }
    const after = {
      processMs: 61_000,
      threads: new Map([
        ['7', 120.4],
        ['8', 50],
      ]),
    }
    expect(recorderCost(before, after)).toEqual({ recorderMs: 150, processMs: 60_000 })
  })

  it('is not known when one of the readings is not', () => {
    expect(recorderCost(null, { processMs: 1, threads: new Map() })).toBeNull()
    expect(recorderCost({ processMs: 1, threads: new Map() }, null)).toBeNull()
  })

  it('of a process without a recorder has no threads', async () => {
    const times = await recorderTimes(process.pid)
    expect(times?.processMs).toBeGreaterThan(0)
    expect(times?.threads.size).toBe(0)
  })

  it('of a process that has ended is not known', async () => {
    expect(await recorderTimes(2 ** 22 + 1)).toBeNull()
  })
})
