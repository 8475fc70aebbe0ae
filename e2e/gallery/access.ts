/** Prepares an account that waits for approval, and API tokens in every state. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { type Api, registerByApi } from '../driver/preparation.ts'
import type { Installation } from '../harness/installation.ts'

const waiting = { account: 'li.na', password: 'Ln7#kq2Lp' }

export async function makeWaitingAccount(
  installation: Installation,
  captcha: string,
  administrator: Api,
): Promise<void> {
  const { registration } = await administrator.send(calls.system.security, {})
  await administrator.send(calls.system.saveSecurity, { registration: 'approval' })
  await registerByApi(installation, waiting, captcha, '李娜')
  await administrator.send(calls.system.saveSecurity, { registration })
}

/** A used, a revoked and an unused token. */
export async function makeApiTokens(
  { address }: Installation,
  { api, projectId }: { readonly api: Api; readonly projectId: string },
): Promise<void> {
  const make = (name: string, functions: ProjectFunction[]) =>
    api.send(calls.apiToken.create, { projectId, name, functions, expiresInDays: 90 })
  const { token } = await make('nightly-ci', [
    'project.view',
    'component.view',
    'scenario.view',
    'run.execute',
    'report.generate',
  ])
  await createApiClient(address, token).send(calls.project.get, { projectId })
  const { id } = await make('release-gate-of-the-payment-team', ['project.view'])
  await api.send(calls.apiToken.revoke, { id })
  await make('dashboard', ['project.view', 'component.view'])
}
