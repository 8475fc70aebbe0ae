/** The accounts and objects that the pictures show: a busy project with a good and a bad run, and an empty one. */
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { createVendor, trustVendor } from '../driver/licences.ts'
import {
  attachByApi,
  makeWorkspace,
  registerByApi,
  signInByApi,
  tokenByApi,
  type Workspace,
} from '../driver/preparation.ts'
import type { Installation } from '../harness/installation.ts'
import { openShop } from '../harness/shop.ts'
import { makeApiTokens, makeWaitingAccount } from './access.ts'
import { makeComparedResults } from './compared-results.ts'
import { reportPart, runToEnd } from './ended-runs.ts'
import { makeFlameDiagrams } from './flame-diagrams.ts'
import { makeHosts } from './hosts.ts'
import { makeJmeterPlans } from './jmeter-plans.ts'
import { makeJmeterResults } from './jmeter-results.ts'
import { makePark } from './machines.ts'
import { makePackages } from './packages.ts'
import { makeProductionMixes } from './production-mixes.ts'
import { richComponent } from './rich-component.ts'
import { makeSockets } from './sockets.ts'
import { makeTaskSets } from './task-sets.ts'
import { makeThreadDumps } from './thread-dumps.ts'

export const tester = { account: 'zhang.wei', password: 'Zw7#kq2Lp' }
export const newcomer = { account: 'new.comer', password: 'Nc7#kq2Lp' }
export const engineer = { account: 'liu.yang', password: 'Ly7#kq2Lp' }
export const fullProject = '网上商城大促压测'
export const emptyProject = '空项目'
export const operator = { account: 'sun.lei', password: 'Sl7#kq2Lp' }
/** A project with simulated load machines: nothing can be run on them. */
export const parkProject = '压测环境'

/** Licence files that the installation trusts: `1.licence` is valid for long, `2.licence` for a week. */
export const licenceFolder = join(tmpdir(), 'pone-gallery-licences')

const loadModel = {
  kind: 'incremental',
  start: 4,
  step: 6,
  intervalSeconds: 4,
  max: 22,
  holdSeconds: 12,
  rampDownSeconds: 3,
} as const

/** Ids by the names that addresses of pictures use. */
export async function prepareCast(
  installation: Installation,
  captcha: string,
): Promise<Record<string, string>> {
  await makeLicences(installation)
  const shop = openShop(installation.shopAddress)
  await registerByApi(installation, tester, captcha, '张伟')
  await registerByApi(installation, newcomer, captcha, '新来的同事')
  await registerByApi(installation, engineer, captcha, '刘洋')
  const token = await tokenByApi(installation, tester, captcha)
  const api = createApiClient(installation.address, token)
  const workspace = await makeWorkspace(api, {
    name: fullProject,
    code: 'MALL-618',
    shopAddress: shop.address,
    loadModel,
  })
  await makeEmptyProject(workspace)
  const rich = await makeRichComponent(installation, token, workspace)
  const sockets = await makeSockets(workspace)
  const run = await runToEnd(workspace)
  await shop.change({ latencyMs: 30, latencyJitterMs: 700, errorRate01: 0.08 })
  const failedRun = await runToEnd(workspace)
  // Only ramp-up, so that no rule can be judged.
  const rampUpReport = await reportPart(workspace, { runId: run, fromMs: 1_000, toMs: 4_000 })
  await shop.change({ latencyMs: 5, latencyJitterMs: 10, errorRate01: 0 })
  const mixes = await makeProductionMixes(workspace)
  await registerByApi(installation, operator, captcha, '孙磊')
  const operatorApi = await signInByApi(installation, operator, captcha)
  const park = await operatorApi.send(calls.project.create, { name: parkProject, code: 'PARK' })
  const administrator = await signInByApi(installation, installation.administrator, captcha, true)
  await makePark(installation, administrator, park.id)
  // The next steps sign the administrator in again, which ends this session.
  await makeWaitingAccount(installation, captcha, administrator)
  await makePackages(installation, captcha)
  const hosts = await makeHosts(installation, captcha, [workspace.projectId, park.id])
  const { projectId, componentId, scenarioId } = workspace
  const taskSets = await makeTaskSets(workspace)
  const plans = await makeJmeterPlans(installation, { api, token, projectId })
  const results = await makeJmeterResults(installation, { api, token, projectId })
  const compared = await makeComparedResults(installation, { api, token, projectId })
  const flames = await makeFlameDiagrams(installation, { token, projectId, before: failedRun, after: run })
  const threads = await makeThreadDumps(workspace)
  await makeApiTokens(installation, { api, projectId })
  const tree = await api.send(calls.scenario.tree, { projectId })
  const set = tree.find(node => node.kind === 'set')?.id ?? ''
  return {
    shop: shop.address,
    project: projectId,
    component: componentId,
    rich,
    sockets,
    scenario: scenarioId,
    set,
    run,
    failedRun,
    rampUpReport,
    ...taskSets,
    ...plans,
    ...results,
    ...compared,
    ...hosts,
    ...flames,
    ...mixes,
    ...threads,
  }
}

/** A project without any content; the engineer in it may not see runs. */
async function makeEmptyProject({ api }: Workspace): Promise<void> {
  const { id: projectId } = await api.send(calls.project.create, { name: emptyProject, code: 'EMPTY' })
  const [user] = await api.send(calls.member.candidates, { projectId, search: engineer.account })
  const role = await api.send(calls.role.create, {
    projectId,
    name: '旁观者',
    functions: ['project.view', 'member.view', 'component.view', 'scenario.view'],
  })
  if (!user) throw new Error('the engineer cannot be added')
  await api.send(calls.member.add, { projectId, userIds: [user.id], roleId: role.id })
}

/** A component with every kind of step and setting that has its own appearance. */
async function makeRichComponent(
  installation: Installation,
  token: string,
  { api, projectId }: Workspace,
): Promise<string> {
  const attach = (kind: 'body' | 'certificate', name: string, content: string) =>
    attachByApi(installation, { token, projectId, kind, name, content })
  const [root] = await api.send(calls.component.tree, { projectId })
  const document = richComponent({
    bodyFileId: await attach('body', '订单明细 2026-03.csv', 'id,quantity\n1,2\n'.repeat(4_000)),
    certificateFileId: await attach('certificate', 'shop-client.pem', rootCertificates[0] ?? ''),
  })
  const { id } = await api.send(calls.component.create, {
    projectId,
    parentId: root?.id ?? '',
    name: '结算全流程',
    document,
  })
  return id
}

async function makeLicences(installation: Installation): Promise<void> {
  await rm(licenceFolder, { recursive: true, force: true })
  await mkdir(licenceFolder)
  const vendor = await createVendor(licenceFolder)
  await trustVendor(installation, vendor.publicKeyPath)
  await vendor.issue({ holder: '某某银行股份有限公司', users: 200_000, days: 365 })
  await vendor.issue({ holder: '某某银行股份有限公司', users: 20_000, days: 7 })
}
