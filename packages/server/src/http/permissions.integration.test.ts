/** The permission matrix: every call of the registry against every kind of caller. */
import { randomUUID } from 'node:crypto'
import type { Call } from '@pone/contract/call.ts'
import { allCalls, calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { builtInRoles, type ProjectFunction } from '@pone/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSessionFailure } from '../calls/failure.ts'
import { createTestServer } from '../test-server.ts'

interface Actor {
  readonly name: string
  /** Undefined: not signed in. */
  readonly account?: string
  readonly isAdministrator?: boolean
  readonly claimsAdministrator?: boolean
  /** Uses an API token instead of a session token. */
  readonly apiToken?: 'works' | 'ended' | 'otherProject'
  /** Functions in the project; undefined for a non-member. */
  readonly functions?: ReadonlySet<ProjectFunction>
}

const server = await createTestServer()
afterAll(() => server.close())
const ids = new Map<string, string>()
const functions = new Map<string, ReadonlySet<ProjectFunction>>()
const apiTokens = new Map<string, string>()
let projectId = ''

const addUser = async (account: string, isAdministrator = false): Promise<string> => {
  const id = await server.addUser(account, isAdministrator)
  ids.set(account, id)
  return id
}
/** A separate session for every call, because some calls end theirs. */
const tokenOf = async (account: string): Promise<string> =>
  apiTokens.get(account) ??
  server.services.sessions.start({
    userId: ids.get(account) ?? '',
    kind: 'api',
    isRemembered: false,
    from: '',
  })

beforeAll(async () => {
  await addUser('administrator', true)
  for (const role of [...builtInRoles, 'custom', 'outsider', 'loner']) await addUser(role)
  const manager = { token: await tokenOf('projectManager') }
  const project = await server.call(calls.project.create, { name: 'Matrix', code: 'MATRIX' }, manager)
  projectId = project.id
  await server.call(
    calls.project.create,
    { name: 'Other', code: 'OTHER' },
    { token: await tokenOf('outsider') },
  )
  await server.call(calls.role.create, { projectId, name: 'Nothing', functions: [] }, manager)
  for (const role of await server.call(calls.role.list, { projectId }, manager)) {
    const account = role.builtIn ?? 'custom'
    functions.set(account, new Set(role.functions))
    if (account === 'projectManager') continue
    const userIds = [ids.get(account) ?? '']
    await server.call(calls.member.add, { projectId, userIds, roleId: role.id }, manager)
  }
})

/** Tokens of testers in the project, each invalidated in a different way. */
beforeAll(async () => {
  const manager = { token: await tokenOf('projectManager') }
  const roles = await server.call(calls.role.list, { projectId }, manager)
  const roleId = roles.find(role => role.builtIn === 'tester')?.id ?? ''
  const weaker = roles.find(role => role.builtIn === 'developmentEngineer')?.id ?? ''
  const make = async (name: string, functions: ProjectFunction[], inProject = projectId): Promise<string> => {
    const account = name.replaceAll(' ', '-').slice(0, 32)
    const userId = await addUser(account)
    await server.call(calls.member.add, { projectId, userIds: [userId], roleId }, manager)
    const as = { token: await tokenOf(account) }
    const own = inProject === '' ? await server.call(calls.project.create, { name, code: account }, as) : null
    const order = { projectId: own?.id ?? inProject, name, functions, expiresInDays: 30 }
    const made = await server.call(calls.apiToken.create, order, as)
    apiTokens.set(name, made.token)
    if (name === 'token that is revoked') await server.call(calls.apiToken.revoke, { id: made.id }, as)
    if (name === 'token that expired')
      await server.database
        .updateTable('api_tokens')
        .set({ expires_at: server.now() - 1 })
        .where('id', '=', made.id)
        .execute()
    if (name === 'token of a locked person')
      await server.services.userRepository.update([userId], { locked_by_administrator: true })
    return userId
  }
  await make('token with functions', ['project.view', 'component.view', 'component.debug'])
  const lost = await make('token with a lost function', ['run.view', 'run.execute'])
  await server.call(calls.member.setRole, { projectId, userId: lost, roleId: weaker }, manager)
  await make('token that expired', ['project.view'])
  await make('token that is revoked', ['project.view'])
  await make('token of a locked person', ['project.view'])
  await make('token of another project', ['project.view'], '')
})

const member = (account: string): Actor => ({
  name: account,
  account,
  get functions() {
    return functions.get(account) ?? new Set<ProjectFunction>()
  },
})
const administratorActor: Actor = {
  name: 'administrator',
  account: 'administrator',
  isAdministrator: true,
  claimsAdministrator: true,
}
const actors: readonly Actor[] = [
  { name: 'anonymous' },
  administratorActor,
  { name: 'administrator account without the flag', account: 'administrator', isAdministrator: true },
  { ...member('projectManager'), name: 'project manager claiming the flag', claimsAdministrator: true },
  ...builtInRoles.map(member),
  member('custom'),
  { name: 'user of another project', account: 'outsider' },
  { name: 'user without a project', account: 'loner' },
  {
    name: 'API token of a tester with some functions',
    account: 'token with functions',
    apiToken: 'works',
    functions: new Set<ProjectFunction>(['project.view', 'component.view', 'component.debug']),
  },
  {
    name: 'API token of a tester with a function that he does not hold any more',
    account: 'token with a lost function',
    apiToken: 'works',
    functions: new Set<ProjectFunction>(['project.view', 'scenario.view', 'run.view']),
  },
  {
    name: 'API token claiming the flag',
    account: 'token with functions',
    apiToken: 'works',
    claimsAdministrator: true,
  },
  { name: 'expired API token', account: 'token that expired', apiToken: 'ended' },
  { name: 'revoked API token', account: 'token that is revoked', apiToken: 'ended' },
  { name: 'API token of a locked person', account: 'token of a locked person', apiToken: 'ended' },
  { name: 'API token of another project', account: 'token of another project', apiToken: 'otherProject' },
]

/** The error code, or undefined when the call passes the permission check. */
function expected(call: Call, actor: Actor): string | undefined {
  const { permission } = call
  if (permission.kind === 'public') return undefined
  if (actor.account === undefined) return 'LoginTimeout'
  if (actor.apiToken !== undefined) return expectedOfApiToken(call, actor)
  if (permission.kind === 'signedIn') return undefined
  const actsAsAdministrator = actor.isAdministrator === true && actor.claimsAdministrator === true
  if (permission.kind === 'administrator') return actsAsAdministrator ? undefined : 'Forbidden'
  if (actor.isAdministrator === true || actor.claimsAdministrator === true) return 'Forbidden'
  if (permission.kind === 'user') return undefined
  if (actor.functions === undefined) return 'NotFound'
  return actor.functions.has(permission.needs) ? undefined : 'Forbidden'
}

const endings: Readonly<Record<string, string>> = {
  'token that expired': 'ApiTokenExpired',
  'token that is revoked': 'ApiTokenRevoked',
  'token of a locked person': 'AccountLockedByAdministrator',
}

/** An API token may make calls of its project, list projects, and upload. */
function expectedOfApiToken(call: Call, actor: Actor): string | undefined {
  if (actor.apiToken === 'ended') return endings[actor.account ?? '']
  const { permission } = call
  const isElsewhere = permission.kind !== 'project'
  if (isElsewhere ? call.acceptsApiToken !== true : call.refusesApiToken === true) return 'ApiTokenRefused'
  if (actor.claimsAdministrator === true) return permission.kind === 'signedIn' ? undefined : 'Forbidden'
  if (permission.kind !== 'project') return undefined
  if (actor.apiToken === 'otherProject') return 'NotFound'
  return actor.functions?.has(permission.needs) === true ? undefined : 'Forbidden'
}

const permissionCodes = [
  'ApiTokenUnknown',
  'ApiTokenExpired',
  'ApiTokenRevoked',
  'ApiTokenRefused',
  'LoginTimeout',
  'LoginRepeat',
  'AccountLocked',
  'AccountLockedByAdministrator',
  'PasswordMustChange',
  'Forbidden',
  'ProjectDisabled',
  'ProjectArchived',
  'UnknownCall',
  'OperationFailed',
]

async function codeOf(call: Call, actor: Actor): Promise<string | undefined> {
  const token = actor.account === undefined ? undefined : await tokenOf(actor.account)
  const response = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${call.path}`,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { token }),
      ...(actor.claimsAdministrator === true ? { 'is-admin': 'true' } : {}),
    },
    payload: call.permission.kind === 'project' ? { projectId } : {},
  })
  if (response.headers['content-disposition'] !== undefined) return undefined
  const { code } = response.json<{ code?: string }>()
  const isRefusal = code !== undefined && (permissionCodes.includes(code) || code === 'NotFound')
  if (isRefusal) expect(response.statusCode).toBe(isSessionFailure(code) ? 401 : 200)
  return isRefusal ? code : undefined
}

describe.each(actors)('$name', actor => {
  test.each(allCalls)('$key', async ({ call }) => {
    expect(await codeOf(call, actor)).toBe(expected(call, actor))
  })
})

test('a project that does not exist and one of others are refused alike', async () => {
  const as = { token: await tokenOf('projectManager') }
  const foreign = await server.call(calls.project.mine, {}, { token: await tokenOf('outsider') })
  const answers = await Promise.all(
    [foreign.rows[0]?.id ?? '', randomUUID()].map(id =>
      server.fail(calls.project.get, { projectId: id }, as),
    ),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ code: 'NotFound', params: { what: 'project' } })
})

test('the project manager holds every function', () => {
  const needed = allCalls.flatMap(({ call }) =>
    call.permission.kind === 'project' ? [call.permission.needs] : [],
  )
  expect(needed.filter(each => functions.get('projectManager')?.has(each) !== true)).toEqual([])
})

describe('a session whose password was given by somebody else', () => {
  const mayCall = ['auth.changePassword', 'auth.logout', 'auth.session']
  const actors = [member('tester'), administratorActor]

  test.each(actors)('of $name may change it, sign out, ask who it is, and nothing else', async actor => {
    const id = ids.get(actor.account ?? '') ?? ''
    await server.services.userRepository.update([id], { must_change_password: true })
    for (const { key, call } of allCalls) {
      if (call.permission.kind === 'public') continue
      const isForAdministrators = call.permission.kind === 'administrator'
      const isOtherKind = isForAdministrators !== (actor.isAdministrator === true)
      const refusal = call.permission.kind !== 'signedIn' && isOtherKind ? 'Forbidden' : 'PasswordMustChange'
      expect([key, await codeOf(call, actor)]).toEqual([key, mayCall.includes(key) ? undefined : refusal])
    }
    await server.services.userRepository.update([id], { must_change_password: false })
  })
})

describe('an archived project', () => {
  test('can be read by its members, and every call that changes something is refused', async () => {
    const manager = member('projectManager')
    const admin = { token: await tokenOf('administrator'), isAdministrator: true }
    await server.call(calls.adminProject.archive, { id: projectId }, admin)
    for (const { call } of allCalls) {
      if (call.permission.kind !== 'project') continue
      expect(await codeOf(call, manager)).toBe(call.audit === undefined ? undefined : 'ProjectArchived')
    }
    await server.call(calls.adminProject.restore, { id: projectId }, admin)
  })

  test('that is disabled instead is closed to its members', async () => {
    const admin = { token: await tokenOf('administrator'), isAdministrator: true }
    const { manager, ...fields } = await server.services.projects.get(projectId)
    const edited = {
      ...fields,
      status: 'notImplemented',
      id: projectId,
      managerId: manager.id,
      isEnabled: false,
    } as const
    await server.call(calls.adminProject.edit, edited, admin)
    const failure = await server.fail(calls.project.get, { projectId }, { token: await tokenOf('tester') })
    expect(failure.code).toBe('ProjectDisabled')
  })

  test('that is disabled can be switched on by those who may edit it, and does nothing else for them', async () => {
    const openCalls = allCalls.filter(({ call }) => call.allowedWhileDisabled === true)
    expect(openCalls.map(({ key }) => key)).toEqual(['project.get', 'project.edit'])
    for (const { call, key } of allCalls) {
      if (call.permission.kind !== 'project') continue
      const isOpen = openCalls.some(each => each.key === key)
      expect(await codeOf(call, member('projectManager'))).toBe(isOpen ? undefined : 'ProjectDisabled')
      expect(await codeOf(call, member('developmentEngineer'))).toBe('ProjectDisabled')
    }
    const manager = { token: await tokenOf('projectManager') }
    const { name, code } = await server.call(calls.project.get, { projectId }, manager)
    const on = await server.call(calls.project.edit, { projectId, name, code, isEnabled: true }, manager)
    expect(on.isEnabled).toBe(true)
    await server.call(calls.project.get, { projectId }, { token: await tokenOf('tester') })
  })
})
