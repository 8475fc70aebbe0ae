/** Flame diagrams through their calls: files of several formats, what is refused, who sees the run, and what another project gets. */
import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Failure } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { maxProfiles, type ProfileRecord } from '@pone/contract/entities/profile.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { writeCollapsed } from '@pone/profiles/model/collapsed-text.ts'
import { readProfile } from '@pone/profiles/model/stored-form.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'

let server: TestServer
let as: As
let other: As
let projectId = ''
let otherProjectId = ''
let otherId = ''
let runId = ''

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  otherId = await server.addUser('other')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  other = { token: (await server.signIn('other')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  otherProjectId = (await server.call(calls.project.create, { name: 'O', code: 'O' }, other)).id
  const sample = sampleRun({ seconds: 10 })
  const record = { ...sample.record, projectId, scenarioName: 'peak', suspect: [] }
  runId = record.id
  await createRunRepository(server.database).insert(record, sample.plan, [])
})
afterAll(() => server.close())

const collapsed =
  'java/lang/Thread.run;shop/Cart.total;shop/Price.of 60\njava/lang/Thread.run;shop/Cart.total 40\n'

interface Answer extends Partial<Failure> {
  readonly data?: ProfileRecord
}

async function upload(
  file: { name: string; content: string | Uint8Array },
  fields: Record<string, string> = {},
  who = as,
): Promise<Answer> {
  const data = new FormData()
  for (const [name, value] of Object.entries({ projectId, ...fields })) data.append(name, value)
  data.append('file', new Blob([Uint8Array.from(Buffer.from(file.content))]), file.name)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.profile.upload.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      token: who.token,
      'accept-language': 'en',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<Answer>()
}
const stored = async (...args: Parameters<typeof upload>): Promise<ProfileRecord> => {
  const answer = await upload(...args)
  if (answer.data === undefined) throw new Error(answer.message)
  return answer.data
}
const list = (given: object = {}, who = as, project = projectId) =>
  server.call(calls.profile.list, { projectId: project, ...given }, who)
const bytesOf = async (id: string, part = 0): Promise<Buffer> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.profile.data.path,
    headers: { token: as.token },
    payload: { projectId, id, part },
  })
  return answer.rawPayload
}
/** Beside the folder of uploads, as the test server puts it. */
const fileExists = (id: string): Promise<boolean> =>
  access(join(dirname(server.uploadFolder), 'files', 'profiles', id, '0')).then(
    () => true,
    () => false,
  )

describe('an uploaded profile file', () => {
  it('is read by its content, named by its file, and given back as it was', async () => {
    const profile = await stored(
      { name: 'shop peak.collapsed.gz', content: gzipSync(collapsed) },
      { kind: 'wall' },
    )
    expect(profile).toMatchObject({
      name: 'shop peak',
      format: 'collapsed',
      startedAt: null,
      isCut: false,
      run: null,
      createdBy: 'manager',
      parts: [
        {
          kind: 'wall',
          unit: 'samples',
          total: 100,
          nodes: 3,
          names: 3,
          deepest: 3,
          topMethod: { name: 'shop.Price.of', self: 60 },
        },
      ],
    })
    const again = readProfile(gunzipSync(await bytesOf(profile.id)))
    expect(writeCollapsed(again)).toBe(
      collapsed.replaceAll('/', '.').split('\n').toSorted().join('\n').trim() + '\n',
    )
    expect(again.kind).toBe('wall')
  })

  it('is refused with the reason, and leaves nothing behind', async () => {
    const before = await list()
    const answers = await Promise.all([
      upload({ name: 'notes.txt', content: 'What the code did' }),
      upload({ name: 'broken.collapsed', content: 'main;a 1\nmain\n' }),
      upload({ name: 'broken.gz', content: Uint8Array.of(0x1f, 0x8b, 1, 2, 3) }),
      upload({ name: 'peak.exe', content: collapsed }),
    ])
    expect(answers.map(({ code, message }) => [code, message])).toEqual([
      ['ProfileRefused', expect.stringContaining('The format is unknown')],
      ['ProfileRefused', expect.stringContaining('Line 2 should be a stack')],
      ['ProfileRefused', expect.stringContaining('damaged (at gzip)')],
      ['FileTypeRefused', expect.anything()],
    ])
    expect((await list()).total).toBe(before.total)
  })

  it('is refused when the project has as many as it may', async () => {
    await sql`insert into profiles (id, project_id, name, format, file_name, file_bytes, is_cut, parts, created_by, created_at)
      select gen_random_uuid(), ${otherProjectId}, 'many', 'jfr', 'f', 1, false, '[]', 'x', 1 from generate_series(1, ${maxProfiles}::int)`.execute(
      server.database,
    )
    const answer = await upload(
      { name: 'a.collapsed', content: collapsed },
      { projectId: otherProjectId },
      other,
    )
    expect(answer.code).toBe('ProfilesExceeded')
    const order = {
      projectId: otherProjectId,
      monitorId: randomUUID(),
      name: 'more',
      kinds: ['cpu' as const],
    }
    expect((await server.fail(calls.profiling.create, order, other)).code).toBe('ProfilesExceeded')
    await sql`delete from profiles where project_id = ${otherProjectId}`.execute(server.database)
  })
})

describe('a flame diagram', () => {
  it('has the requests that its run completed in the whole seconds within it', async () => {
    const sample = sampleRun({ seconds: 10 })
    const batches = createRunBatchRepository(server.database)
    const isRequest = (label: number) => sample.record.labels[label]?.kind === 'request'
    const counted = sample.batches.map(batch => toStoredBatch(batch, isRequest))
    await batches.store(
      runId,
      counted.map(batch => ({ ...batch, samples: [], log: [] })),
    )
    const { id } = await stored({ name: 'served.collapsed', content: collapsed }, { runId })
    const served = (who = as) => server.call(calls.profile.served, { projectId, id }, who)
    const take = (fromMs: number, durationMs: number | null) =>
      server.database
        .updateTable('profiles')
        .set({ started_at: (sample.record.startedAt ?? 0) + fromMs, duration_ms: durationMs })
        .where('id', '=', id)
        .execute()
    await take(1_400, 4_000)
    const within = counted.filter(({ second }) => second >= 2 && second < 5)
    expect(within.length).toBeGreaterThan(0)
    const requests = within.reduce((sum, batch) => sum + batch.counted, 0)
    expect(await served()).toEqual({ requests, seconds: 3 })
    await take(1_400, 500)
    expect(await served()).toBeNull()
    await take(-60_000, 4_000)
    expect(await served()).toBeNull()
    await take(1_400, null)
    expect(await served()).toBeNull()
    const foreign = { projectId: otherProjectId, id }
    expect((await server.fail(calls.profile.served, foreign, other)).code).toBe('NotFound')
    await server.call(calls.profile.delete, { projectId, ids: [id] }, as)
  })

  it('belongs to a run of its own project, which is told to those who may view runs', async () => {
    const profile = await stored({ name: 'in-run.collapsed', content: collapsed }, { runId })
    expect(profile.run).toMatchObject({ id: runId, name: 'peak' })
    expect((await list({ runId })).rows.map(({ id }) => id)).toEqual([profile.id])
    const foreign = await upload({ name: 'x.collapsed', content: collapsed }, { runId: randomUUID() })
    expect(foreign.code).toBe('NotFound')
    const functions = ['monitor.edit' as const]
    const role = await server.call(calls.role.create, { projectId, name: 'watcher', functions }, as)
    await server.call(calls.member.add, { projectId, userIds: [otherId], roleId: role.id }, as)
    const seen = await server.call(calls.profile.get, { projectId, id: profile.id }, other)
    expect(seen.run).toBeNull()
    expect((await list({ runId }, other)).total).toBe(0)
    const fields = { projectId, id: profile.id, name: 'renamed', requests: 5_000, runId: null }
    await server.call(calls.profile.edit, fields, other)
    const after = await server.call(calls.profile.get, { projectId, id: profile.id }, as)
    expect(after).toMatchObject({ name: 'renamed', requests: 5_000, run: { id: runId } })
  })

  it('is found by name and kind, and listed in the order that is asked for', async () => {
    await stored({ name: 'alpha.collapsed', content: collapsed }, { kind: 'lock' })
    await stored({ name: 'beta.collapsed', content: collapsed }, { kind: 'alloc' })
    expect((await list({ kind: 'lock' })).rows.map(({ name }) => name)).toEqual(['alpha'])
    expect((await list({ search: 'BET' })).rows.map(({ name }) => name)).toEqual(['beta'])
    const names = (await list({ sort: 'name', descending: false })).rows.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
  })

  it('is to another project as if it did not exist', async () => {
    const { id } = await stored({ name: 'mine.collapsed', content: collapsed })
    const asOther = { projectId: otherProjectId, id }
    await expect(server.call(calls.profile.get, asOther, other)).rejects.toThrow('does not exist')
    await expect(
      server.call(calls.profile.delete, { projectId: otherProjectId, ids: [id] }, other),
    ).rejects.toThrow('does not exist')
    expect((await list({}, other, otherProjectId)).total).toBe(0)
    expect(await fileExists(id)).toBe(true)
  })

  it('is gone with its files when it is older than its project keeps it, unless it is always kept', async () => {
    const old = await stored({ name: 'old.collapsed', content: collapsed })
    const kept = await stored({ name: 'kept.collapsed', content: collapsed })
    const fields = { projectId, id: kept.id, name: 'kept', requests: null, runId: null, isKept: true }
    expect(await server.call(calls.profile.edit, fields, as)).toMatchObject({ isKept: true, expiresAt: null })
    const { isKept: _isKept, ...others } = fields
    expect((await server.call(calls.profile.edit, others, as)).isKept).toBe(true)
    const day = 24 * 3_600_000
    const createdAt = Date.now() - 10 * day
    await sql`update profiles set created_at = ${createdAt} where id in (${old.id}::uuid, ${kept.id}::uuid)`.execute(
      server.database,
    )
    const get = () => server.call(calls.profile.get, { projectId, id: old.id }, as)
    expect((await get()).expiresAt).toBe(createdAt + 90 * day)
    const retention = (days: number | null) => server.call(calls.profile.retention, { projectId, days }, as)
    expect(await retention(null)).toEqual({ days: 90, expired: { profiles: 0, threadDumps: 0 } })
    expect((await retention(9)).expired.profiles).toBe(1)
    await server.services.deleteExpiredProfiles()
    await server.call(calls.profile.saveRetention, { projectId, days: 9 }, as)
    expect(await fileExists(old.id)).toBe(true)
    await server.services.deleteExpiredProfiles()
    expect((await server.fail(calls.profile.get, { projectId, id: old.id }, as)).code).toBe('NotFound')
    expect([await fileExists(old.id), await fileExists(kept.id)]).toEqual([false, true])
    const next = await stored({ name: 'next.collapsed', content: collapsed })
    await sql`update profiles set created_at = ${createdAt} where id = ${next.id}::uuid`.execute(
      server.database,
    )
    for (const _pass of [1, 2]) await server.services.deleteExpiredProfiles()
    const { rows } = await sql`
      select account, project_id, project_name, sum((after ->> 'deleted')::int)::int as deleted
      from operation_records where action = 'profile.expire' group by 1, 2, 3`.execute(server.database)
    expect(rows).toEqual([{ account: '', project_id: projectId, project_name: 'P', deleted: 2 }])
    const foreign = await server.fail(calls.profile.saveRetention, { projectId, days: 1 }, other)
    expect(foreign.code).toBe('Forbidden')
    expect((await retention(null)).days).toBe(9)
  })

  it('has its profiles in the order of their types, whatever the order of its file', async () => {
    const each = { type: 'sampled', name: 'p', startValue: 0, endValue: 1, samples: [[0]], weights: [5] }
    const content = JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'main' }] },
      profiles: [
        { ...each, unit: 'bytes' },
        { ...each, unit: 'nanoseconds' },
      ],
    })
    const { id, parts } = await stored({ name: 'two.speedscope', content })
    expect(parts.map(({ kind }) => kind)).toEqual(['cpu', 'alloc'])
    expect(readProfile(gunzipSync(await bytesOf(id))).kind).toBe('cpu')
  })

  it('is gone with its files when it is deleted, and with its project', async () => {
    const [first, second] = await Promise.all([
      stored({ name: 'first.collapsed', content: collapsed }),
      stored({ name: 'second.collapsed', content: collapsed }),
    ])
    await server.call(calls.profile.delete, { projectId, ids: [first.id] }, as)
    await expect(server.call(calls.profile.get, { projectId, id: first.id }, as)).rejects.toThrow(
      'does not exist',
    )
    expect([await fileExists(first.id), await fileExists(second.id)]).toEqual([false, true])
    await server.services.deleteProfilesOf(projectId)
    expect(await fileExists(second.id)).toBe(false)
  })
})
