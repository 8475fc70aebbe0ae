import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { LicenceGrant } from '@pone/contract/entities/licence.ts'
import { AppError, type ErrorCode } from '@pone/contract/errors.ts'
import { writeLicence } from '@pone/licence/licence-file.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../adapters/database/database.ts'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { createClusterRepository } from '../cluster/cluster.repository.ts'
import { createLicenceRepository } from './licence.repository.ts'
import { createLicenceService } from './licence.service.ts'

const dayMs = 24 * 3_600_000
const begin = Date.UTC(2026, 0, 1)
const vendor = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
let now = begin
let trusted: KeyObject[] = [vendor.publicKey]

const own = await createTestDatabase()
const otherConnections = createDatabase(own.connectionString, { maxConnections: 5 })
afterAll(async () => {
  await otherConnections.destroy()
  await own.close()
})

/** The licence and reservation services of one server process. */
function serverOn(database: Database) {
  const licence = createLicenceService({
    repository: createLicenceRepository(database),
    keys: async () => ({ trusted, problem: null }),
    now: () => now,
  })
  const clusters = createClusterRepository(database, licence.hold)
  return {
    licence,
    release: (runId: string) => clusters.release(runId),
    start: async (users: number, at = machine) => {
      const runId = randomUUID()
      const chosen = [{ id: at.machineId, users, scripts: 1 }]
      await clusters.reserve({ runId, clusterId: at.clusterId, at: now }, () => chosen)
      return runId
    },
  }
}
/** A machine in its own cluster. */
async function newMachine(): Promise<{ machineId: string; clusterId: string }> {
  const [clusterId, machineId] = [randomUUID(), randomUUID()]
  const facts = {
    host: '',
    system: '',
    architecture: '',
    version: '',
    cores: 1,
    memory_bytes: 1,
    max_users: 1,
  }
  await own.database
    .insertInto('clusters')
    .values({ id: clusterId, name: clusterId, engine: 'pr', is_public: true, created_at: 1 })
    .execute()
  await own.database
    .insertInto('load_machines')
    .values({ id: machineId, name: machineId, key_hash: '', joined_at: 1, seen_at: 1, ...facts })
    .execute()
  await own.database
    .insertInto('cluster_machines')
    .values({ cluster_id: clusterId, machine_id: machineId })
    .execute()
  return { machineId, clusterId }
}
const machine = await newMachine()
const [one, two] = [serverOn(own.database), serverOn(otherConnections)]
const { licence } = one

function fileOf(changes: Partial<LicenceGrant> = {}, key = vendor.privateKey): string {
  const grant: LicenceGrant = {
    id: randomUUID(),
    holder: 'Bank',
    totalUsers: 100,
    authorisedDays: 30,
    producedAt: now,
    notBefore: now,
    features: [],
    ...changes,
  }
  return writeLicence(grant, key)
}
const failureOf = async (work: Promise<unknown>) => {
  try {
    await work
    return null
  } catch (cause) {
    if (cause instanceof AppError) return { code: cause.code, ...cause.params }
    throw cause
  }
}
const codeOf = async (work: Promise<unknown>): Promise<ErrorCode | null> =>
  (await failureOf(work))?.code ?? null

beforeEach(async () => {
  now += 400 * dayMs
  trusted = [vendor.publicKey]
  await own.database.deleteFrom('run_reservations').execute()
  await own.database.deleteFrom('licence_holdings').execute()
  await own.database.updateTable('licence_state').set({ file: null, peak_users: 0, peak_at: null }).execute()
})

describe('without a file', () => {
  test('the community licence holds and counts what is used', async () => {
    await one.start(4_000)
    expect(await licence.status()).toMatchObject({
      state: 'community',
      grant: { totalUsers: 5_000 },
      remainingDays: null,
      usedUsers: 4_000,
      peakUsers: 4_000,
      peakAt: now,
      isClockTurnedBack: false,
    })
  })

  test('a start beyond it is refused with the figures, and reserves nothing', async () => {
    const runId = await one.start(4_000)
    expect(await failureOf(two.start(1_001))).toEqual({
      code: 'LicenceExceeded',
      wanted: 1_001,
      total: 5_000,
      used: 4_000,
      missing: 1,
    })
    expect((await licence.status()).usedUsers).toBe(4_000)
    const reserved = await own.database.selectFrom('run_reservations').select('run_id').execute()
    expect(reserved).toEqual([{ run_id: runId }])
  })

  test('what a run gives back may be used again, and the peak stays', async () => {
    const runId = await one.start(5_000)
    await one.release(runId)
    await two.start(1_500)
    expect(await licence.status()).toMatchObject({ usedUsers: 1_500, peakUsers: 5_000 })
  })
})

test('of many starts at the same moment on several servers only as many pass as the licence allows', async () => {
  await licence.install(fileOf({ totalUsers: 100 }), 'chief')
  // Each on its own machine, so that only the licence lock serializes them.
  const places = await Promise.all(Array.from({ length: 10 }, newMachine))
  const outcomes = await Promise.all(
    places.map((place, index) => codeOf((index % 2 ? one : two).start(30, place))),
  )
  expect(outcomes.filter(code => code === null)).toHaveLength(3)
  expect(outcomes.filter(code => code === 'LicenceExceeded')).toHaveLength(7)
  expect((await licence.status()).usedUsers).toBe(90)
})

test('a share that moves to another machine counts once', async () => {
  const runId = await one.start(3_000)
  const { machineId } = await newMachine()
  await own.database
    .insertInto('run_reservations')
    .values({ run_id: runId, machine_id: machineId, users: 3_000, scripts: 1, created_at: now })
    .execute()
  expect((await licence.status()).usedUsers).toBe(3_000)
})

/** Holds another number of users for a run that has its machines. */
const raise = (holding: { runId: string; users: number }) =>
  own.database.transaction().execute(transaction => licence.hold(transaction, holding))

test('the load of a run may be raised up to the licence, and lowered again', async () => {
  const runId = await one.start(4_000)
  await raise({ runId, users: 5_000 })
  expect((await licence.status()).usedUsers).toBe(5_000)
  expect(await failureOf(raise({ runId, users: 5_001 }))).toEqual({
    code: 'LicenceExceeded',
    wanted: 5_001,
    total: 5_000,
    used: 0,
    missing: 1,
  })
  await raise({ runId, users: 4_000 })
  expect(await codeOf(two.start(1_000))).toBeNull()
})

describe('a licence file', () => {
  test('takes effect at once, is kept in the history, and goes when it is removed', async () => {
    const { before, after } = await licence.install(
      fileOf({ totalUsers: 9_000, holder: '某某银行' }),
      'chief',
    )
    expect(before.state).toBe('community')
    expect(after).toMatchObject({ state: 'valid', remainingDays: 30, grant: { totalUsers: 9_000 } })
    await one.start(8_000)
    now += 1
    const removed = await licence.remove('deputy')
    expect(removed.before).toMatchObject({ state: 'valid' })
    expect(removed.after).toMatchObject({ state: 'community', usedUsers: 8_000 })
    expect(await codeOf(one.start(1))).toBe('LicenceExceeded')
    const { rows } = await licence.history(1, 10)
    const [last, first] = rows
    expect([last, first]).toMatchObject([
      { kind: 'removed', by: 'deputy', grant: { holder: '某某银行' } },
      { kind: 'installed', by: 'chief', grant: { totalUsers: 9_000 } },
    ])
    const { total } = await licence.history(1, 10)
    expect((await licence.remove('deputy')).after.state).toBe('community')
    expect((await licence.history(1, 10)).total).toBe(total)
  })

  test('can be looked at without taking effect', async () => {
    expect(await licence.preview(fileOf({ totalUsers: 7 }))).toMatchObject({
      state: 'valid',
      remainingDays: 30,
    })
    expect((await licence.status()).state).toBe('community')
  })

  test.each([
    ['damaged', () => 'hello', 'LicenceUnusable'],
    ['signed by a stranger', () => fileOf({}, stranger.privateKey), 'LicenceUnusable'],
    ['expired', () => fileOf({ notBefore: now - 31 * dayMs }), 'LicenceExpired'],
    ['not yet valid', () => fileOf({ notBefore: now + dayMs }), 'LicenceNotYetValid'],
  ])('that is %s is not installed', async (_, file, code) => {
    expect(await codeOf(licence.install(file(), 'chief'))).toBe(code)
    expect((await licence.status()).state).toBe('community')
  })

  test('that has expired lets no run start, and runs under way keep what they have', async () => {
    await licence.install(fileOf(), 'chief')
    const runId = await one.start(10)
    now += 30 * dayMs
    expect(await licence.status()).toMatchObject({ state: 'expired', remainingDays: 0, usedUsers: 10 })
    expect(await failureOf(two.start(1))).toEqual({ code: 'LicenceExpired', expiredAt: now })
    expect(await codeOf(raise({ runId, users: 20 }))).toBe('LicenceExpired')
    await licence.remove('chief')
    expect(await codeOf(two.start(1))).toBeNull()
  })

  test('is not brought back to life by turning the clock back, nor by installing it again', async () => {
    const file = fileOf()
    await licence.install(file, 'chief')
    now += 31 * dayMs
    await licence.status()
    now -= 20 * dayMs
    expect(await licence.status()).toMatchObject({ state: 'expired', isClockTurnedBack: true })
    expect(await codeOf(one.start(1))).toBe('LicenceExpired')
    await licence.remove('chief')
    expect((await licence.preview(file)).state).toBe('expired')
    expect(await codeOf(licence.install(file, 'chief'))).toBe('LicenceExpired')
    now += 20 * dayMs
  })

  test('that was never installed before sets a clock right that once stood in the future', async () => {
    const today = now
    now += 9_000 * dayMs
    await licence.status()
    now = today
    const { after } = await licence.install(fileOf(), 'chief')
    expect(after).toMatchObject({ state: 'valid', isClockTurnedBack: false })
    expect(await codeOf(one.start(1))).toBeNull()
  })

  test('counts no longer when its key is withdrawn, and counts again when the key is back', async () => {
    await licence.install(fileOf(), 'chief')
    trusted = [stranger.publicKey]
    expect(await licence.status()).toMatchObject({ state: 'wrongSignature', grant: null })
    expect(await failureOf(one.start(1))).toEqual({
      code: 'LicenceUnusable',
      detail: 'licenceWrongSignature',
    })
    trusted = [stranger.publicKey, vendor.publicKey]
    expect(await codeOf(one.start(1))).toBeNull()
  })

  test('that was changed in the database is found out', async () => {
    const file = fileOf()
    await licence.install(file, 'chief')
    await own.database
      .updateTable('licence_state')
      .set({ file: file.replace('users: 100', 'users: 900') })
      .execute()
    expect((await licence.status()).state).toBe('damaged')
    expect(await codeOf(one.start(1))).toBe('LicenceUnusable')
  })
})

test('asking early whether users are allowed reserves nothing', async () => {
  await licence.assertAllowed(5_000)
  expect(await codeOf(licence.assertAllowed(5_001))).toBe('LicenceExceeded')
  expect((await licence.status()).usedUsers).toBe(0)
})
