/** No call may crash, hang or respond with an internal error, whatever input is sent. */

import { failureSchema } from '@pone/contract/answer.ts'
import type { Call } from '@pone/contract/call.ts'
import { allCalls, calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { errorCatalogue } from '@pone/contract/errors.ts'
import { encodeForm } from '@pone/contract/form-codec.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer } from '../test-server.ts'
import { damage, edgeValue, type Hostility, nested, seededRandom } from './hostile-values.ts'

const server = await createTestServer()
afterAll(() => server.close())

const inputsPerCall = Number(process.env['PONE_HOSTILE_INPUTS'] ?? 15)
const seed = Number(process.env['PONE_HOSTILE_SEED'] ?? 20_261_121)
const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const scope = { projectId: '', user: '', administrator: '', ids: [] as string[] }

async function session(userId: string): Promise<string> {
  return server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' })
}

let ownerId = ''
let administratorId = ''
beforeAll(async () => {
  ownerId = await server.addUser('owner')
  administratorId = await server.addUser('chief', true)
  await makeProject()
})

/** Created again whenever a generated call has deleted it. */
async function makeProject(): Promise<void> {
  scope.user = await session(ownerId)
  scope.administrator = await session(administratorId)
  const as = { token: scope.user }
  const code = `P${Math.random().toString(36).slice(2, 10)}`
  const { id: projectId } = await server.call(calls.project.create, { name: code, code }, as)
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  const parentId = root?.id ?? ''
  const component = await server.call(calls.component.create, { projectId, parentId, name: 'c' }, as)
  const set = await server.call(calls.scenario.createSet, { projectId, name: 's' }, as)
  const scenario = await server.call(calls.scenario.create, { projectId, parentId: set.id, name: 'x' }, as)
  const roles = await server.call(calls.role.list, { projectId }, as)
  const unknown = '00000000-0000-4000-8000-000000000000'
  scope.projectId = projectId
  scope.ids = [projectId, parentId, component.id, set.id, scenario.id, ...roles.map(({ id }) => id), unknown]
}

const headersFor = ({ permission: { kind } }: Call): Record<string, string> =>
  kind === 'administrator'
    ? { token: scope.administrator, 'is-admin': 'true' }
    : kind === 'public'
      ? {}
      : { token: scope.user }

const post = (call: Call, payload: string | Buffer, contentType: string) =>
  server.app.inject({
    method: 'POST',
    url: `${apiBase}${call.path}`,
    headers: { 'accept-language': 'en', 'content-type': contentType, ...headersFor(call) },
    payload,
  })

/** The problem of a response, or undefined. */
function faultOf(call: Call, answer: Awaited<ReturnType<typeof post>>): string | undefined {
  const { body, statusCode, headers } = answer
  if (call.download === true && headers['content-disposition'] !== undefined) return undefined
  if (statusCode !== 200 && statusCode !== 401) return `HTTP ${statusCode} ${body.slice(0, 200)}`
  try {
    const envelope: unknown = JSON.parse(body)
    if (typeof envelope === 'object' && envelope !== null && 'data' in envelope) return undefined
    const failure = failureSchema.parse(envelope)
    if (failure.message.length > 5_000) return `a message of ${failure.message.length} characters`
    if (failure.code !== 'OperationFailed' && failure.code in errorCatalogue) return undefined
    return `${failure.code}: ${failure.message}`
  } catch (cause) {
    return `no envelope: ${String(cause)} ${body.slice(0, 200)}`
  }
}

function encodeInput(call: Call, input: object, random: () => number): [payload: string, type: string] {
  if (random() < 0.5) return [JSON.stringify(input), json]
  const fields = encodeForm(call.input, input)
  const isRepeated = random() < 0.2
  return [new URLSearchParams(isRepeated ? [...fields, ...fields] : fields).toString(), form]
}

describe('hostile input', () => {
  test.each(allCalls)('to $key gets an answer of the catalogue', async ({ key, call }) => {
    const random = seededRandom(seed + allCalls.findIndex(other => other.key === key))
    const faults: string[] = []
    for (let index = 0; index < inputsPerCall; index++) {
      const hostility: Hostility = { random, ids: scope.ids }
      const input = edgeValue(call.input, hostility) as Record<string, unknown>
      if ('projectId' in input) input['projectId'] = scope.projectId
      if (random() < 0.4) damage(input, hostility)
      const [payload, type] = encodeInput(call, input, random)
      const answer = await post(call, payload, type)
      const fault = faultOf(call, answer)
      if (fault !== undefined) faults.push(`${fault} <- ${type} ${payload.slice(0, 600)}`)
      if (/"LoginTimeout"|"LoginRepeat"|"what":"project"|"ProjectDisabled"/.test(answer.body))
        await makeProject()
    }
    expect(faults).toEqual([])
  })

  const deep = JSON.stringify(nested(3_000))
  const bodies: [name: string, type: string, payload: string | Buffer][] = [
    ['JSON cut off', json, '{"account":'],
    ['JSON of null', json, 'null'],
    ['JSON of a list', json, '[1,2]'],
    ['JSON nested deeply', json, `{"projectId":${deep},"document":${deep},"steps":${deep}}`],
    ['JSON nested until the parser gives up', json, '['.repeat(200_000)],
    ['JSON with a prototype', json, '{"__proto__":{"isAdministrator":true}}'],
    ['JSON with a constructor', json, '{"constructor":{"prototype":{"isAdministrator":true}}}'],
    ['JSON with a byte-order mark', json, '\ufeff{}'],
    ['bytes that are no UTF-8 as JSON', json, Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
    ['JSON in another charset', 'application/json; charset=utf-16', '{}'],
    ['a form of percent signs', form, 'a=%&%=%zz&projectId=%ff%00'],
    ['a form with ten thousand fields', form, 'a=1&'.repeat(10_000)],
    ['a form with brackets', form, 'projectId[]=1&projectId[a]=2&__proto__[a]=1'],
    ['a form of 10 MB', form, `projectId=${'x'.repeat(10_000_000)}`],
    ['no kind of content', '', 'x'],
    ['a strange kind of content', 'text/html; q="', '<x>'],
    ['multipart without a boundary', 'multipart/form-data', 'x'],
    ['multipart that is empty', 'multipart/form-data; boundary=x', ''],
    [
      'multipart cut off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; file',
    ],
    [
      'multipart that never ends',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc',
    ],
    [
      'multipart with a prototype as a field',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
    [
      'multipart without names',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n',
    ],
  ]
  const probes = [
    calls.auth.login,
    calls.user.create,
    calls.user.import,
    calls.component.save,
    calls.parameterFile.upload,
    calls.run.list,
  ] as readonly Call[]
  test.each(bodies)('of a broken body: %s', async (_name, type, payload) => {
    const faults: string[] = []
    for (const call of probes) {
      const fault = faultOf(call, await post(call, payload, type))
      if (fault !== undefined) faults.push(`${call.path}: ${fault}`)
    }
    expect(faults).toEqual([])
    expect(Object.prototype).not.toHaveProperty('isAdministrator')
  })
})
