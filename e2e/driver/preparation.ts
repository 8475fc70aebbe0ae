/** Prepares through the public API what a journey needs but does not test. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { shoppingComponent, shoppingScenario } from '@pone/cli/demo/journey.ts'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Installation, SignIn } from '../harness/installation.ts'

type Api = ReturnType<typeof createApiClient>
type ScenarioDocument = NonNullable<ClientInputOf<typeof calls.scenario.create>['document']>

export interface Workspace {
  readonly api: Api
  readonly projectId: string
  readonly componentId: string
  readonly scenarioId: string
}

/** The verification code must be the fixed one of the installation. */
export async function signInByApi(
  { address }: Installation,
  who: SignIn,
  captchaCode: string,
  isAdministrator = false,
): Promise<Api> {
  const anonymous = createApiClient(address, '')
  const { captchaId } = await anonymous.send(calls.auth.captcha, {})
  const { token } = await anonymous.send(calls.auth.login, {
    ...who,
    captchaId,
    captchaCode,
    isAdministrator,
  })
  return createApiClient(address, token, isAdministrator)
}

/** A user who has a password of his own already. */
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
}

/** A project of the caller with the demo's component and scenario in it, both named like the project. */
export async function makeWorkspace(api: Api, plan: WorkspacePlan): Promise<Workspace> {
  const { name, code, loadModel } = plan
  const { id: projectId } = await api.send(calls.project.create, { name, code })
  const [root] = await api.send(calls.component.tree, { projectId })
  const [cluster] = await api.send(calls.scenario.clusters, { projectId })
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
