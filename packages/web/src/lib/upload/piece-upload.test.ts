import { randomUUID } from 'node:crypto'
import { uploadPieceBytes } from '@pone/schema/limits.ts'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api-error.ts'
import { crc32 } from './crc32.ts'
import { discardUpload, type PieceUpload, type UploadLine, uploadInPieces } from './piece-upload.ts'
import type { UploadProgress } from './upload-progress.ts'

const refusal = (code: string, params: Record<string, string | number> = {}): ApiError =>
  new ApiError({ status: 500, code, message: code, params })
const gone = () => refusal('NotFound', { what: 'upload' })
const offline = () => new NetworkError('offline')

const sizeBytes = 2 * uploadPieceBytes + 100
const content = Buffer.alloc(sizeBytes, 'some content ')
const file = new File([content], 'large.bin', { lastModified: 1 })

/** The server side of the protocol, and a page whose clock advances only during pauses. */
function createHarness() {
  let stored = Buffer.alloc(0)
  let id = ''
  let remembered: string | null = null
  let now = 0
  /** Thrown by the calls in turn before they do anything; null throws nothing. */
  const troubles = new Map<keyof UploadLine, (Error | null)[]>()
  const made: string[] = []
  const reported: UploadProgress[] = []
  const controller = new AbortController()
  const enter = (name: keyof UploadLine): void => {
    made.push(name)
    const trouble = troubles.get(name)?.shift()
    if (trouble) throw trouble
  }
  const status = () => ({ id, sizeBytes, offsetBytes: stored.length, expiresAt: 0 })
  const line: UploadLine = {
    async begin() {
      enter('begin')
      id = randomUUID()
      stored = Buffer.alloc(0)
      return status()
    },
    async status(asked) {
      enter('status')
      if (asked !== id) throw gone()
      return status()
    },
    async append(piece, onSent) {
      onSent(Math.round(piece.bytes.size / 2))
      enter('append')
      if (piece.offsetBytes !== stored.length) throw refusal('UploadOffset', { offset: stored.length })
      const bytes = new Uint8Array(await piece.bytes.arrayBuffer())
      if (crc32(bytes) !== piece.crc32) throw refusal('UploadDamaged')
      stored = Buffer.concat([stored, bytes])
      return status()
    },
    async finish() {
      enter('finish')
      return 'taken'
    },
    async discard() {
      enter('discard')
    },
  }
  const upload: PieceUpload = {
    file,
    line,
    memory: {
      recall: () => remembered,
      remember: known => {
        remembered = known
      },
      forget: () => {
        remembered = null
      },
    },
    signal: controller.signal,
    onProgress: progress => reported.push(progress),
    pause: async ms => {
      now += ms
    },
    now: () => now,
  }
  return {
    run: () => uploadInPieces(upload),
    trouble: (name: keyof UploadLine, ...errors: (Error | null)[]) => troubles.set(name, errors),
    abort: (reason?: unknown) => controller.abort(reason),
    reload: (knownId = remembered) => {
      remembered = knownId
    },
    made,
    reported,
    upload,
    hasAll: () => stored.equals(content),
    remembered: () => remembered,
    waitedMs: () => now,
  }
}

test('a file is sent in pieces, and its entry is removed once its call has accepted it', async () => {
  const harness = createHarness()
  expect(await harness.run()).toBe('taken')
  expect(harness.hasAll()).toBe(true)
  expect(harness.made).toEqual(['begin', 'append', 'append', 'append', 'finish'])
  expect(harness.remembered()).toBeNull()
  expect(harness.reported.at(-1)).toMatchObject({ state: 'finishing', sentBytes: sizeBytes })
})

test('after a lost connection the pauses grow, and received pieces are not sent again', async () => {
  const harness = createHarness()
  const restarting = new NetworkError('unreadable', { httpStatus: 502 })
  harness.trouble(
    'append',
    null,
    offline(),
    restarting,
    refusal('DatabaseUnavailable'),
    offline(),
    offline(),
    offline(),
  )
  expect(await harness.run()).toBe('taken')
  expect(harness.hasAll()).toBe(true)
  expect(harness.waitedMs()).toBe(1_000 + 2_000 + 4_000 + 8_000 + 15_000 + 15_000)
  const waiting = harness.reported.filter(({ state }) => state === 'waiting')
  expect(waiting).toHaveLength(6)
  expect(harness.made.filter(name => name === 'begin')).toHaveLength(1)
})

test('a permanent refusal by a proxy is not retried', async () => {
  const harness = createHarness()
  harness.trouble('append', new NetworkError('unreadable', { httpStatus: 413 }))
  await expect(harness.run()).rejects.toMatchObject({ reason: 'unreadable' })
  expect(harness.made).toEqual(['begin', 'append'])
})

test('a lost response causes no second transfer: the server reports its offset', async () => {
  const harness = createHarness()
  const { append } = harness.upload.line
  let isLost = true
  Object.assign(harness.upload.line, {
    append: async (...given: Parameters<typeof append>) => {
      const answer = await append(...given)
      if (isLost) {
        isLost = false
        throw offline()
      }
      return answer
    },
  })
  expect(await harness.run()).toBe('taken')
  expect(harness.hasAll()).toBe(true)
})

test('a damaged piece is sent again, a limited number of times', async () => {
  const harness = createHarness()
  harness.trouble('append', refusal('UploadDamaged'), refusal('UploadDamaged'))
  expect(await harness.run()).toBe('taken')
  const broken = createHarness()
  broken.trouble('append', ...Array.from({ length: 9 }, () => refusal('UploadDamaged')))
  await expect(broken.run()).rejects.toMatchObject({ code: 'UploadDamaged' })
  expect(broken.made.filter(name => name === 'append')).toHaveLength(5)
})

test('after a reload the same file continues where it stopped', async () => {
  const harness = createHarness()
  harness.trouble('append', null, refusal('Forbidden'))
  await expect(harness.run()).rejects.toMatchObject({ code: 'Forbidden' })
  harness.made.splice(0)
  expect(await harness.run()).toBe('taken')
  expect(harness.made).toEqual(['status', 'append', 'append', 'finish'])
})

test('an upload whose call was refused is kept, and the corrected form needs no second upload', async () => {
  const harness = createHarness()
  harness.trouble('finish', refusal('BadInput'))
  await expect(harness.run()).rejects.toMatchObject({ code: 'BadInput' })
  harness.made.splice(0)
  expect(await harness.run()).toBe('taken')
  expect(harness.made).toEqual(['status', 'finish'])
})

test('an upload that has expired starts again', async () => {
  const harness = createHarness()
  harness.reload(randomUUID())
  expect(await harness.run()).toBe('taken')
  expect(harness.made.slice(0, 2)).toEqual(['status', 'begin'])
})

test('waits for a call that is in progress for another page', async () => {
  const harness = createHarness()
  harness.trouble('finish', offline(), refusal('UploadBusy'), refusal('UploadBusy'))
  expect(await harness.run()).toBe('taken')
  expect(harness.made.filter(name => name === 'finish')).toHaveLength(4)
})

test('closing the page keeps the upload for later, cancelling discards it', async () => {
  for (const [reason, isKept] of [
    [undefined, true],
    [discardUpload, false],
  ] as const) {
    const harness = createHarness()
    const append = harness.upload.line.append
    Object.assign(harness.upload.line, {
      append: async (...given: Parameters<typeof append>) => {
        const answer = await append(...given)
        harness.abort(reason)
        return answer
      },
    })
    await expect(harness.run()).rejects.toMatchObject({ name: 'AbortError' })
    expect(harness.remembered() !== null).toBe(isKept)
    expect(harness.made.includes('discard')).toBe(!isKept)
  }
})
