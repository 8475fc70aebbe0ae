/** Passwords and tokens in components: what the database holds, what people read, and what becomes of those that an earlier version stored openly. */
import { randomBytes, randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecretBox } from '../../adapters/secrets.ts'
import { createTestServer, type TestServer } from '../../test-server.ts'
import { openDocument } from './document-secrets.ts'
import { sealOldCredentials } from './seal-old-credentials.ts'

let server: TestServer
let owner: { token: string }
let projectId = ''

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('keeper')
  owner = await server.signIn('keeper')
  projectId = (await server.call(calls.project.create, { name: 'Keys', code: 'KEYS' }, owner)).id
})
afterAll(() => server.close())

const documentWith = (password: string) =>
  componentDocumentSchema.parse({
    settings: { auth: { kind: 'basic', user: 'alice', password } },
    steps: [
      {
        id: 'a',
        name: 'a',
        kind: 'request',
        protocol: 'http',
        http: { url: '/', auth: { kind: 'bearer', token: `${password}-token` } },
      },
    ],
  })

const all = async (): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    SELECT document::text AS text FROM catalogue_nodes WHERE document IS NOT NULL
    UNION ALL SELECT plan::text FROM runs
    UNION ALL SELECT concat(before, after) FROM operation_records`.execute(server.database)
  return rows.map(row => row.text).join('\n')
}

test('the database, answers, copies and operation records never hold a password as it was typed', async () => {
  const root = (await server.call(calls.component.tree, { projectId }, owner))[0]?.id ?? ''
  const made = await server.call(
    calls.component.create,
    { projectId, parentId: root, name: 'one', document: documentWith('first-secret') },
    owner,
  )
  expect(JSON.stringify(made)).not.toContain('first-secret')
  const saved = await server.call(
    calls.component.save,
    { projectId, id: made.id, revision: made.revision, document: documentWith('second-secret') },
    owner,
  )
  expect(saved.document).toEqual({
    ...documentWith(''),
    settings: {
      ...documentWith('').settings,
      http: {
        ...documentWith('').settings.http,
        auth: { kind: 'basic', user: 'alice', password: secretMask },
      },
    },
    steps: [
      expect.objectContaining({
        http: expect.objectContaining({ auth: { kind: 'bearer', token: secretMask } }),
      }),
    ],
  })
  const copy = await server.call(
    calls.component.create,
    { projectId, parentId: root, name: 'copy', document: saved.document, secretsOf: made.id },
    owner,
  )
  const revealed = await server.services.components.revealed(projectId, copy.id, copy.document)
  expect(componentDocumentSchema.parse(revealed)).toEqual(documentWith('second-secret'))
  expect(await all()).not.toMatch(/first-secret|second-secret/)
  const strange = { projectId, parentId: root, name: 'strange', document: saved.document }
  const failure = await server.fail(calls.component.create, strange, owner)
  expect(failure.message).toContain('type it again')
})

test('what 0.5.0 stored openly is sealed once: components, copies in runs, operation records', async () => {
  const open = documentWith('open-secret')
  const box = createSecretBox(randomBytes(32))
  const id = randomUUID()
  const { database } = server
  await sql`
    INSERT INTO catalogue_nodes SELECT (jsonb_populate_record(node, ${JSON.stringify({ id, name: 'old', document: open })}::jsonb)).*
    FROM catalogue_nodes AS node WHERE name = 'one'`.execute(database)
  await sql`
    INSERT INTO operation_records (id, at, action, account, as_administrator, from_address, target, before, after, outcome)
    VALUES (${randomUUID()}, 1, 'component.save', 'keeper', false, '', 'old', ${JSON.stringify(open)}, ${JSON.stringify(open)}, 'done')`.execute(
    database,
  )
  const plan = { components: [{ id, name: 'old', percentage: 100, document: open }] }
  await sql`
    INSERT INTO runs (id, project_id, number, scenario_name, cluster_id, cluster_name, scenario, plan, labels, state,
      started_by, created_at, ramp_up_end_ms, sla)
    VALUES (${randomUUID()}, ${projectId}, 1, 'old', ${randomUUID()}, '', '{}', ${JSON.stringify(plan)}, '[]', 'complete',
      'keeper', 1, 0, 'none')`.execute(database)
  expect(await all()).toContain('open-secret')

  expect(await sealOldCredentials(database, box, 1)).toBe(4)
  expect(await all()).not.toContain('open-secret')
  const { rows } = await sql<{ document: unknown }>`
    SELECT document FROM catalogue_nodes WHERE id = ${id}
    UNION ALL SELECT plan->'components'->0->'document' FROM runs WHERE plan->'components'->0->>'id' = ${id}`.execute(
    database,
  )
  // Equal before, equal after: runs of the same content are still compared as such.
  expect(rows[1]).toEqual(rows[0])
  const opened = openDocument(componentDocumentSchema.parse(rows[0]?.document), box)
  expect(componentDocumentSchema.parse(opened)).toEqual(open)
  // Machines with an agent of 0.6 look for it there.
  expect(opened.settings).toMatchObject({ auth: { password: 'open-secret' } })
  expect(await sealOldCredentials(database, box, 2)).toBe(0)
})
