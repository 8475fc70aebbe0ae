import { calls } from '@pone/contract/calls/registry.ts'
import type { ProxyRecording } from '@pone/contract/entities/recording.ts'
import { send, startPlainTarget, type TestTarget } from '@pone/recording-proxy/test-targets.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

const { recording } = calls
let server: TestServer
let target: TestTarget
let projectId = ''
let otherProjectId = ''
let ann: As
let bob: As
let eve: As

beforeAll(async () => {
  target = await startPlainTarget()
  server = await createTestServer({
    recordings: { host: '127.0.0.1', ports: [0], targets: ['127.0.0.1'] },
  })
  const [, bobId = '', eveId = ''] = await Promise.all(
    ['ann', 'bob', 'eve'].map(account => server.addUser(account)),
  )
  ann = { token: (await server.signIn('ann')).token, from: '203.0.113.7' }
  bob = { token: (await server.signIn('bob')).token }
  eve = { token: (await server.signIn('eve')).token }
  projectId = (await server.call(calls.project.create, { name: 'Shop', code: 'SHOP' }, ann)).id
  otherProjectId = (await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, ann)).id
  await addMember(bobId, 'Recorder', ['component.view', 'component.edit'])
  await addMember(eveId, 'Reader', ['component.view'])
})
afterAll(async () => {
  await server.close()
  target.close()
})

async function addMember(userId: string, name: string, functions: ('component.view' | 'component.edit')[]) {
  const role = await server.call(calls.role.create, { projectId, name, functions }, ann)
  await server.call(calls.member.add, { projectId, userIds: [userId], roleId: role.id }, ann)
}

const start = (as = ann, more: { opensToDevices?: boolean; keepsAuthority?: boolean } = {}) =>
  server.call(recording.start, { projectId, ...more }, as)
const discard = ({ id }: ProxyRecording, as = ann) => server.call(recording.discard, { projectId, id }, as)
const accessOf = ({ access }: ProxyRecording) => {
  if (access === null) throw new Error('The recording has ended')
  return access
}
const throughOf = (begun: ProxyRecording) => {
  const { port: proxyPort, password } = accessOf(begun)
  return { proxyPort, password }
}
const download = async (id: string, as: As) =>
  server.app.inject({
    method: 'POST',
    url: '/apm-api/recording/download',
    headers: { token: as.token, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ projectId, id }).toString(),
  })

/** Until the server has heard of so many requests. */
async function seen(requests: number): Promise<ProxyRecording> {
  for (;;) {
    const { recording: current } = await server.call(recording.current, { projectId }, ann)
    if (current !== null && current.requests >= requests) return current
  }
}

test('requests through the proxy are listed, marked and downloaded as HAR', async () => {
  const begun = await start()
  expect(begun).toMatchObject({ end: null, requests: 0, access: { addresses: ['203.0.113.7'] } })
  expect(accessOf(begun).certificate).not.toContain('PRIVATE')
  const origin = `http://127.0.0.1:${target.port}`
  await send(throughOf(begun), `${origin}/first`)
  await server.call(recording.mark, { projectId, id: begun.id, title: 'Buy tea' }, ann)
  expect((await send(throughOf(begun), `${origin}/buy?token=secret`)).status).toBe(200)
  const listed = await seen(2)
  expect(listed).toMatchObject({ transaction: 'Buy tea', removedAt: null })
  expect(listed.exchanges).toMatchObject([
    { index: 0, url: `${origin}/first`, transaction: null },
    { index: 1, method: 'GET', url: `${origin}/buy`, status: 200, transaction: 'Buy tea' },
  ])
  const later = await server.call(recording.current, { projectId, from: 1 }, ann)
  expect(later.recording?.exchanges.map(({ index }) => index)).toEqual([1])
  expect((await server.fail(recording.download, { projectId, id: begun.id }, ann)).code).toBe(
    'RecordingUnderWay',
  )
  const ended = await server.call(recording.stop, { projectId, id: begun.id }, ann)
  expect(ended).toMatchObject({ end: 'stopped', requests: 2, access: null })
  expect((await download(begun.id, ann)).json()).toMatchObject({
    log: {
      entries: [{}, { request: { url: `${origin}/buy?token=secret` } }],
      pages: [{ title: 'Buy tea' }],
    },
  })
  expect((await server.fail(recording.mark, { projectId, id: begun.id, title: 'x' }, ann)).code).toBe(
    'RecordingEnded',
  )
  await expect(send(throughOf(begun), origin)).rejects.toThrow('ECONNREFUSED')
  await discard(begun)
  expect(await server.call(recording.current, { projectId }, ann)).toEqual({ recording: null })
})

test('a person has one recording at a time, in all projects, also when two are started at once', async () => {
  const answers = await Promise.all(
    [projectId, otherProjectId].map(id => server.ask(recording.start, { projectId: id }, ann)),
  )
  expect(answers.map(({ failure }) => failure?.code ?? 'started').toSorted()).toEqual([
    'RecordingUnderWay',
    'started',
  ])
  const others = await start(bob, { opensToDevices: true })
  expect(accessOf(others).addresses).toBeNull()
  await discard(others, bob)
  for (const [at, id] of [projectId, otherProjectId].entries()) {
    const begun = answers[at]?.data
    if (begun !== undefined) await server.call(recording.discard, { projectId: id, id: begun.id }, ann)
  }
})

test('nobody but its owner, in its project, sees, stops or fetches a recording', async () => {
  const begun = await start()
  const { id } = begun
  for (const [as, project] of [
    [bob, projectId],
    [ann, otherProjectId],
  ] as const) {
    expect(await server.call(recording.current, { projectId: project }, as)).toEqual({ recording: null })
    for (const call of [recording.stop, recording.download, recording.discard])
      expect((await server.fail(call, { projectId: project, id }, as)).code).toBe('NotFound')
    expect((await server.fail(recording.mark, { projectId: project, id, title: 'x' }, as)).code).toBe(
      'NotFound',
    )
  }
  expect((await server.fail(recording.start, { projectId }, eve)).code).toBe('Forbidden')
  expect((await server.fail(recording.current, { projectId: otherProjectId }, bob)).code).not.toBe(
    'Forbidden',
  )
  await discard(begun)
})

test('the authority of a project lasts as long as a recording of it is held', async () => {
  const first = await start()
  await server.call(recording.stop, { projectId, id: first.id }, ann)
  const second = await start(bob)
  await discard(first)
  expect(accessOf(second)).toMatchObject({
    fingerprint: accessOf(first).fingerprint,
    isAuthorityKept: false,
  })
  await discard(second, bob)
  const third = await start()
  await discard(third)
  expect(accessOf(third).fingerprint).not.toBe(accessOf(first).fingerprint)
})

test('an authority that somebody keeps stays for 30 days, or until it is removed', async () => {
  const first = await start(ann, { keepsAuthority: true })
  await discard(first)
  const second = await start(bob)
  await discard(second, bob)
  expect(accessOf(second)).toMatchObject({ fingerprint: accessOf(first).fingerprint, isAuthorityKept: true })
  await server.call(recording.removeAuthority, { projectId }, ann)
  const third = await start()
  await discard(third)
  expect(accessOf(third).fingerprint).not.toBe(accessOf(first).fingerprint)
  expect(accessOf(third).isAuthorityKept).toBe(false)
})

test('a recording that was not imported stays when its owner records in another project', async () => {
  const kept = await start()
  await server.call(recording.stop, { projectId, id: kept.id }, ann)
  const other = await server.call(recording.start, { projectId: otherProjectId }, ann)
  await server.call(recording.stop, { projectId: otherProjectId, id: other.id }, ann)
  expect((await server.call(recording.current, { projectId }, ann)).recording?.id).toBe(kept.id)
  expect((await download(kept.id, ann)).json()).toMatchObject({ log: { entries: [] } })
  await server.call(recording.discard, { projectId: otherProjectId, id: other.id }, ann)
  await discard(kept)
})

test('an ended recording is removed after an hour', async () => {
  const { id } = await start()
  const { removedAt } = await server.call(recording.stop, { projectId, id }, ann)
  server.advance((removedAt ?? 0) - server.now())
  expect(await server.call(recording.current, { projectId }, ann)).toEqual({ recording: null })
  expect((await download(id, ann)).json()).toMatchObject({ code: 'NotFound' })
})
