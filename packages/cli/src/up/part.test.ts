import { expect, test } from 'vitest'
import { CommandError } from '../exit-codes.ts'
import { type Life, restartPauseMs, runPart } from './part.ts'

/** A part whose processes end on command, with a clock that advances only when a pause is requested. */
function scriptedPart(failingStarts: readonly number[] = []) {
  const pauses: number[] = []
  const reports: string[] = []
  const endings: ((how: string) => void)[] = []
  let starts = 0
  const start = async (): Promise<Life> => {
    starts += 1
    if (failingStarts.includes(starts)) throw new CommandError('portTaken', `Start ${starts} failed.`)
    const number = starts
    const ended = new Promise<string>(resolve => {
      endings[number] = resolve
    })
    return { pid: number, ended, stop: async () => endings[number]?.('stopped') }
  }
  return {
    pauses,
    reports,
    starts: () => starts,
    kill: (life: number) => endings[life]?.('killed by SIGKILL'),
    options: {
      name: 'shop',
      start,
      report: (sentence: string) => reports.push(sentence),
      pause: async (durationMs: number) => pauses.push(durationMs),
    },
  }
}

test('pauses grow from one second to thirty', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(restartPauseMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('a part that dies is started again, and its death is reported', async () => {
  const script = scriptedPart()
  const part = await runPart(script.options)
  script.kill(1)
  await expect.poll(() => part.pid()).toBe(2)
  expect(script.pauses).toEqual([1000])
  expect(script.reports).toEqual(['The shop ended (killed by SIGKILL) and is started again.'])
  await part.stop()
  expect(script.starts()).toBe(2)
})

test('a part that fails to start once is tried again after a longer pause', async () => {
  const script = scriptedPart([2])
  const part = await runPart(script.options)
  script.kill(1)
  await expect.poll(() => part.pid()).toBe(3)
  expect(script.pauses).toEqual([1000, 2000])
  expect(script.reports[1]).toBe('Start 2 failed.')
  await part.stop()
})

test('a part that fails to start five times in a row is given up with its own sentence', async () => {
  const script = scriptedPart([2, 3, 4, 5, 6])
  const part = await runPart(script.options)
  script.kill(1)
  expect(await part.givenUp).toMatchObject({ exit: 'portTaken', message: 'Start 6 failed.' })
  await part.stop()
})

test('a failure of the very first start is thrown', async () => {
  await expect(runPart(scriptedPart([1]).options)).rejects.toThrow('Start 1 failed.')
})

test('a part that is stopped is not started again', async () => {
  const script = scriptedPart()
  const part = await runPart(script.options)
  await part.stop()
  expect(script.starts()).toBe(1)
  expect(script.reports).toEqual([])
})
