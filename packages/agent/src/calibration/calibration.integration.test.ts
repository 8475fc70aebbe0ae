/** A machine measures itself with real engine processes and targets. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { proposedUsersOf, type Calibration as Stored } from '@pone/contract/entities/calibration.ts'
import { batchSchema } from '@pone/contract/link/batch.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bytesPerUserOf, type Calibration, createCalibration, rateOf } from './calibration.ts'

let dataFolder = ''
let isBusy = false
let calibration: Calibration
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'pone-calibration-'))
  isBusy = false
  calibration = createCalibration({
    dataFolder,
    workers: undefined,
    isBusy: () => isBusy,
    log: () => undefined,
  })
})
afterEach(() => rm(dataFolder, { recursive: true }))
const refusal = (measured: Promise<unknown>) =>
  measured.then(
    () => 'measured',
    (cause: unknown) => Reflect.get(Object(cause), 'reason'),
  )

test('a machine reports its rate, the use of its cores meanwhile and the memory of a user; one measurement at a time', async () => {
  const measured = calibration.measure()
  expect(await refusal(calibration.measure())).toBe('busy')
  const figures: Pick<Stored, 'requestsPerSecond' | 'cpu01' | 'bytesPerUser'> = await measured
  expect(figures.requestsPerSecond).toBeGreaterThan(100)
  expect(figures.cpu01).toBeGreaterThan(0)
  expect(figures.cpu01).toBeLessThanOrEqual(1)
  expect(figures.bytesPerUser).toBeGreaterThanOrEqual(32 * 1024)
  expect(proposedUsersOf(figures, totalmem())).toBeGreaterThanOrEqual(7)
  expect(await readdir(dataFolder)).toEqual([])
}, 120_000)

test('its targets are enclosed as engines are', { timeout: 60_000 }, async () => {
  const measured = refusal(calibration.measure())
  const ownAccount = () => targetProcesses().filter(({ uid }) => process.getuid?.() !== 0 || uid >= 61_184)
  await vi.waitFor(() => expect(ownAccount().length).toBeGreaterThan(0), { timeout: 50_000 })
  expect(ownAccount().every(({ command }) => command.includes('--permission'))).toBe(true)
  calibration.cancel()
  await measured
})

/** Children of this process that are targets. */
function targetProcesses(): { uid: number; command: string }[] {
  return readdirSync('/proc').flatMap(pid => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (!status.includes(`PPid:\t${process.pid}\n`)) return []
      if (!command.some(part => part.endsWith('calibration/target.ts'))) return []
      return [{ uid: Number(/^Uid:\t(\d+)/m.exec(status)?.[1]), command: command.join(' ') }]
    } catch {
      return []
    }
  })
}

test('a measurement is not begun while a run is driven, and ended at once when it is cancelled', async () => {
  isBusy = true
  expect(await refusal(calibration.measure())).toBe('busy')
  isBusy = false
  const measured = refusal(calibration.measure())
  calibration.cancel()
  expect(await measured).toBe('cancelled')
  expect(await readdir(dataFolder)).toEqual([])
}, 120_000)

test('the first and the last second are left out of the rate, and the processes themselves out of a user’s memory', () => {
  const batch = (second: number, passed: number, users: number, memoryBytes: number) =>
    batchSchema.parse({
      runId: 'r',
      workerId: 'w',
      seq: second + 1,
      second,
      users,
      targetUsers: users,
      iterations: 0,
      lateStarts: 0,
      droppedStarts: 0,
      sent: 0,
      completed: 0,
      labels: [
        {
          label: 0,
          passed,
          failed: 0,
          sentBytes: 0,
          receivedBytes: 0,
          sumUs: 0,
          sumSquaresUs2: 0,
          minUs: 0,
          maxUs: 0,
          histogram: '',
        },
      ],
      errors: [],
      log: [],
      health: { cpu01: 1, eventLoopDelayMs: 0, memoryBytes, connections: 0 },
      end: null,
    })
  const reported = [100, 900, 1_000, 1_100, 300].map((passed, second) =>
    batch(second, passed, 100 + 300 * second, 50_000_000 + second * 30_000_000),
  )
  expect(rateOf(reported)).toBe(1_000)
  expect(bytesPerUserOf(reported)).toBe(100_000)
})
