/** Prepares through the public API what a journey needs but does not test. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { shoppingComponent, shoppingScenario } from '@pone/cli/demo/journey.ts'
import { successSchema } from '@pone/contract/answer.ts'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { Installation, SignIn } from '../harness/installation.ts'

export type Api = ReturnType<typeof createApiClient>
type ScenarioDocument = NonNullable<ClientInputOf<typeof calls.scenario.create>['document']>

export interface Workspace {
  readonly api: Api
  readonly projectId: string
  readonly componentId: string
  readonly scenarioId: string
}

/** The verification code must be the installation's fixed one. */
export async function tokenByApi(
  { address }: Installation,
  who: SignIn,
  captchaCode: string,
  isAdministrator = false,
): Promise<string> {
  const anonymous = createApiClient(address, '')
  const { captchaId } = await anonymous.send(calls.auth.captcha, {})
  const session = { ...who, captchaId, captchaCode, isAdministrator }
  const { token } = await anonymous.send(calls.auth.login, session)
  return token
}

/** The verification code must be the installation's fixed one. */
export async function signInByApi(
  installation: Installation,
  who: SignIn,
  captchaCode: string,
  isAdministrator = false,
): Promise<Api> {
  const token = await tokenByApi(installation, who, captchaCode, isAdministrator)
  return createApiClient(installation.address, token, isAdministrator)
}

export interface AttachmentPlan {
  readonly token: string
  readonly projectId: string
  readonly kind: 'body' | 'certificate'
  readonly name: string
  readonly content: string
}

/** Returns the id of the file. */
export async function attachByApi({ address }: Installation, plan: AttachmentPlan): Promise<string> {
  const form = new FormData()
  form.append('projectId', plan.projectId)
  form.append('kind', plan.kind)
  form.append('file', new Blob([plan.content]), plan.name)
  const { path, output } = calls.attachment.upload
  const answer = await fetch(`${address}${apiBase}${path}`, {
    method: 'POST',
    headers: { [tokenHeader]: plan.token },
    body: form,
  })
  return output.parse(successSchema.parse(await answer.json()).data).id
}

/** Registers a user with a password that need not be changed. */
export async function registerByApi(
  { address }: Installation,
  who: SignIn,
  captchaCode: string,
  realName: string,
): Promise<void> {
  const anonymous = createApiClient(address, '')
  const { captchaId } = await anonymous.send(calls.auth.captcha, {})
  const { account, password } = who
  await anonymous.send(calls.auth.register, {
    account,
    password,
    confirmation: password,
    realName,
    captchaId,
    captchaCode,
  })
}

export interface WorkspacePlan {
  readonly name: string
  readonly code: string
  readonly shopAddress: string
  readonly loadModel: NonNullable<ScenarioDocument['loadModel']>
  /** The first cluster that the project may use when left out. */
  readonly clusterName?: string
}

/** A project of the caller with the demo's component and scenario in it, both named like the project. */
export async function makeWorkspace(api: Api, plan: WorkspacePlan): Promise<Workspace> {
  const { name, code, loadModel } = plan
  const { id: projectId } = await api.send(calls.project.create, { name, code })
  const [root] = await api.send(calls.component.tree, { projectId })
  const clusters = await api.send(calls.scenario.clusters, { projectId })
  const cluster = clusters.find(({ name: of }) => plan.clusterName === undefined || of === plan.clusterName)
  if (!root || !cluster) throw new Error('a new project has no catalogue or no cluster')
  const document = shoppingComponent(plan.shopAddress)
  const component = await api.send(calls.component.create, { projectId, parentId: root.id, name, document })
  const set = await api.send(calls.scenario.createSet, { projectId, name: `${name} set` })
  const scenario = await api.send(calls.scenario.create, {
    projectId,
    parentId: set.id,
    name,
    document: { ...shoppingScenario(component.id, cluster.id), loadModel },
  })
  return { api, projectId, componentId: component.id, scenarioId: scenario.id }
}
