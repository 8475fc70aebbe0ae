/** JMeter components for the pictures: one with every feature, one with two thousand elements, and folders. */
import { calls } from '@pone/contract/calls/registry.ts'
import { addPlanFileByApi, importPlanByApi, largePlan, shopPlan } from '../driver/jmeter.ts'
import type { Api } from '../driver/preparation.ts'
import type { Installation } from '../harness/installation.ts'

/** Ids by the names that addresses of pictures use. */
export async function makeJmeterPlans(
  installation: Installation,
  { api, token, projectId }: { readonly api: Api; readonly token: string; readonly projectId: string },
): Promise<Record<string, string>> {
  const [root] = await api.send(calls.jmeterComponent.tree, { projectId })
  const parentId = root?.id ?? ''
  const own = { token, projectId }
  const folder = await api.send(calls.jmeterComponent.createFolder, { projectId, parentId, name: '历史脚本' })
  const plan = (name: string, content: string, at = parentId) =>
    importPlanByApi(installation, { ...own, parentId: at, name: `${name}.jmx`, content })
  const jmeter = await plan('商城大促', shopPlan)
  const jmeterLarge = await plan('两千个元素', largePlan)
  await plan('2025 双十一', shopPlan, folder.id)
  const file = (name: string, content: string) =>
    addPlanFileByApi(installation, { ...own, id: jmeter, name, content })
  await file('signing.properties', 'key=k-2026\n')
  await file('vip-buyers.csv', 'user,password\nzhang,1\n'.repeat(2_000))
  return { jmeter, jmeterLarge, jmeterFolder: folder.id }
}
