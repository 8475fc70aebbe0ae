/** Makes the demo project: a component and a scenario against the demo target, ready to be executed. */
import { projectFieldsSchema } from '@pone/contract/entities/project.ts'
import { demoComponent, demoEventsComponent, demoScenario } from './demo-component.ts'
import type { SeedServices } from './seed-services.ts'

const code = 'DEMO'

/** Answers the project's id; an existing one of this manager is taken as it is. */
export async function ensureDemoProject(
  services: SeedServices,
  manager: { id: string; account: string },
  targetUrl: string,
): Promise<string> {
  const existing = await findDemoProject(services, manager.id)
  if (existing !== undefined) return existing
  const projectId = await services.projects.create({
    fields: projectFieldsSchema.parse({
      name: '演示项目 Demo',
      code,
      description: '压测演示商城：登录、浏览、下单。Load test of the demo shop: sign in, look around, order.',
      status: 'inProgress',
      system: '演示商城 Demo shop',
    }),
    managerId: manager.id,
    templateId: null,
    templateProperties: [],
  })
  await designDemo(services, { projectId, account: manager.account, targetUrl })
  return projectId
}

export async function findDemoProject(
  { projects }: Pick<SeedServices, 'projects'>,
  managerId: string,
): Promise<string | undefined> {
  const query = { search: code, status: 'all', type: 'all', page: 1, pageSize: 50 } as const
  const { rows } = await projects.mine(managerId, query)
  return rows.find(project => project.code === code)?.id
}

async function designDemo(
  { components, scenarios, clusters }: SeedServices,
  { projectId, account, targetUrl }: { projectId: string; account: string; targetUrl: string },
): Promise<void> {
  const [root] = await components.tree(projectId, account)
  const component = await components.create(projectId, account, {
    parentId: root?.id ?? null,
    kind: 'component',
    name: '演示商城 Demo shop',
    document: demoComponent(targetUrl),
  })
  await components.create(projectId, account, {
    parentId: root?.id ?? null,
    kind: 'component',
    name: '订单事件 Order events (WebSocket)',
    document: demoEventsComponent(targetUrl),
  })
  const set = await scenarios.create(projectId, account, {
    parentId: null,
    kind: 'set',
    name: '演示场景集 Demo scenarios',
    document: null,
  })
  await scenarios.create(projectId, account, {
    parentId: set.id,
    kind: 'scenario',
    name: '十人一分钟 Ten users, one minute',
    document: demoScenario(component.id, await clusters.ensureLocalCluster()),
  })
}
