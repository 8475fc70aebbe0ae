/** Pictures behind the nodes of monitoring links: upload, saving, reports, removal, and what another project sees. */
import { calls } from '@pone/contract/calls/registry.ts'
import { maxLinkPictureBytes } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type As, createTestServer, type TestServer } from '../../../test-server.ts'

const dayMs = 24 * 3_600_000
let server: TestServer
let as: As
let projectId = ''

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
})
afterAll(() => server.close())

/** Of one pixel in this grey. */
const png = (grey: number): Buffer => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg==',
    'base64',
  )
  return Buffer.concat([bytes, Buffer.from([grey])])
}

const answerSchema = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  data: z.object({ id: z.string(), mediaType: z.string(), width: z.number() }).optional(),
})

async function upload(content: Buffer, name = 'plan.png', who = as) {
  const data = new FormData()
  data.append('projectId', projectId)
  data.append('file', new Blob([new Uint8Array(content)]), name)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const answer = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.monitorLink.uploadPicture.path,
    headers: { 'content-type': request.headers.get('content-type') ?? '', token: who.token ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answerSchema.parse(answer.json())
}
const uploaded = async (content: Buffer): Promise<string> => (await upload(content)).data?.id ?? ''

const topologyOf = (pictureId: string | null) => ({
  nodes: [
    newLinkNode({ id: 'a', kind: 'external', alias: 'A' }),
    newLinkNode({ id: 'b', kind: 'external', alias: 'B', x: 300 }),
  ],
  edges: [newLinkEdge({ id: 'e', from: 'a', to: 'b', alias: 'calls', protocol: 'http' })],
  ...(pictureId !== null && {
    background: { pictureId, x: 0, y: 0, width: 400, height: 200, opacity01: 0.5 },
  }),
})
const saving = (name: string, pictureId: string | null, given: { id?: string; revision?: number } = {}) => ({
  projectId,
  id: null,
  revision: 0,
  name,
  topology: topologyOf(pictureId),
  ...given,
})
const exists = async (id: string): Promise<boolean> =>
  (await server.ask(calls.monitorLink.picture, { projectId, id }, as)).data !== undefined

it('takes pictures by their content, keeps the same one once, and gives them to the project alone', async () => {
  const first = await upload(png(1))
  expect(first.data).toMatchObject({ mediaType: 'image/png', width: 1 })
  const id = first.data?.id ?? ''
  expect((await upload(png(1), 'copy.jpg')).data?.id).toBe(id)
  const svg = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect([svg.code, svg.message]).toEqual(['FileContentRefused', expect.stringContaining('SVG')])
  expect((await upload(png(1), 'plan.svg')).code).toBe('FileTypeRefused')
  expect((await upload(Buffer.alloc(maxLinkPictureBytes + 1))).code).toBe('BodyTooLarge')
  const huge = png(1)
  huge.writeUInt32BE(8_193, 16)
  expect((await upload(huge)).message).toContain('8192')
  const { base64 } = await server.call(calls.monitorLink.picture, { projectId, id }, as)
  expect(Buffer.from(base64, 'base64').equals(png(1))).toBe(true)
  await server.addUser('stranger')
  const stranger = { token: (await server.signIn('stranger')).token }
  const own = await server.call(calls.project.create, { name: 'O', code: 'O' }, stranger)
  const theirs = { projectId: own.id, id }
  expect((await server.fail(calls.monitorLink.picture, theirs, stranger)).code).toBe('NotFound')
  const foreign = { ...saving('x', id), projectId: own.id }
  expect((await server.fail(calls.monitorView.saveMonitorView, foreign, stranger)).code).toBe('NotFound')
  expect((await upload(png(1), 'plan.png', stranger)).code).toBeDefined()
})

it('needs the right to edit monitors for an upload, and the right to view them for the picture', async () => {
  const id = await uploaded(png(2))
  const tokenWith = async (name: string, functions: ('monitor.view' | 'run.view')[]) =>
    server.call(calls.apiToken.create, { projectId, name, functions, expiresInDays: 1 }, as)
  const viewer = { token: (await tokenWith('viewer', ['monitor.view'])).token }
  expect((await upload(png(3), 'plan.png', viewer)).code).toBe('Forbidden')
  expect((await server.call(calls.monitorLink.picture, { projectId, id }, viewer)).id).toBe(id)
  const runner = { token: (await tokenWith('runner', ['run.view'])).token }
  expect((await server.fail(calls.monitorLink.picture, { projectId, id }, runner)).code).toBe('Forbidden')
})

it('stays with its link and the reports that show it, and is removed a day after nothing shows it', async () => {
  const [unused, shown] = [await uploaded(png(4)), await uploaded(png(5))]
  const link = await server.call(calls.monitorView.saveMonitorView, saving('Orders', shown), as)
  expect(link.topology.background?.pictureId).toBe(shown)
  server.advance(dayMs + 1)
  as = { ...as, token: (await server.signIn('manager')).token }
  await uploaded(png(6))
  expect([await exists(unused), await exists(shown)]).toEqual([false, true])
  await server.call(calls.monitorLink.start, { projectId, ids: [link.id] }, as)
  await server.call(calls.monitorLink.stop, { projectId, ids: [link.id] }, as)
  const { rows } = await server.call(calls.monitorLink.sessions, { projectId, linkId: link.id }, as)
  const session = { projectId, id: rows[0]?.id ?? '' }
  const exported = await server.app.inject({
    method: 'POST',
    url: apiBase + calls.flowReport.exportHtml.path,
    headers: { token: as.token ?? '', 'content-type': 'application/json' },
    payload: { ...session, language: 'en' },
  })
  expect(exported.body).toContain(`data:image/png;base64,${png(5).toString('base64')}`)
  const again = { id: link.id, revision: link.revision }
  await server.call(calls.monitorView.saveMonitorView, saving('Orders', null, again), as)
  server.advance(dayMs + 1)
  as = { ...as, token: (await server.signIn('manager')).token }
  await uploaded(png(7))
  expect(await exists(shown)).toBe(true)
  await server.call(calls.flowReport.delete, { projectId, ids: [session.id] }, as)
  await uploaded(png(8))
  expect(await exists(shown)).toBe(false)
  const late = saving('Late', shown)
  expect((await server.fail(calls.monitorView.saveMonitorView, late, as)).code).toBe('NotFound')
})
