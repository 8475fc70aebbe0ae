/**
 * Monitors of a fresh installation: the machine that it runs on, and the demo shop. Made once, as soon as the agent that
 * `./pone up` starts is there; who deletes them does not get them again.
 */
import { monitorFieldsSchema } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { findDemoProject } from './demo-project.ts'
import { demoAccount } from './first-run.ts'
import type { SeedServices } from './seed-services.ts'

/** As `./pone up` names its agent. Another machine would not reach the shop, which listens on the loopback address. */
const localAgent = 'local'
const madeSetting = 'demo.monitorsAt'

export interface DemoMonitorsDeps {
  readonly services: SeedServices & { readonly link: Pick<AgentLink, 'on'> }
  readonly demoTargetUrl: string
  readonly now: () => number
  readonly warn: (text: string, cause: unknown) => void
}

/** Call before the server listens. */
export function makeDemoMonitors({ services, demoTargetUrl, now, warn }: DemoMonitorsDeps): void {
  let work = Promise.resolve()
  let isMade = false
  services.link.on({
    agentOnline: agentId => {
      if (isMade) return
      work = work
        .then(async () => {
          isMade ||= await makeOnce(services, { agentId, demoTargetUrl, now })
        })
        .catch((cause: unknown) => warn('the monitors of the demo project cannot be made', cause))
    },
  })
}

/** Whether nothing is left to do. */
async function makeOnce(
  services: SeedServices,
  { agentId, demoTargetUrl, now }: { agentId: string; demoTargetUrl: string; now: () => number },
): Promise<boolean> {
  const { settingRepository, userRepository, monitors } = services
  if ((await settingRepository.read(madeSetting)) !== undefined) return true
  const user = await userRepository.findByAccount(demoAccount)
  const projectId = user && (await findDemoProject(services, user.id))
  if (user === undefined || projectId === undefined) return true
  const agent = (await monitors.agents(projectId)).find(({ id }) => id === agentId)
  if (agent?.name !== localAgent) return false
  const shop = new URL(demoTargetUrl)
  const wanted = [
    { name: '本机 This machine', type: 'host', params: {} },
    {
      name: '演示商城 Demo shop',
      type: 'prometheus',
      params: { host: shop.hostname, port: Number(shop.port), path: '/metrics' },
      url: demoTargetUrl,
    },
  ]
  const made: string[] = []
  for (const fields of wanted) {
    const monitor = await monitors
      .create(projectId, user.account, monitorFieldsSchema.parse({ ...fields, agentId }))
      .catch(unlessItExists)
    if (monitor !== undefined) made.push(monitor.id)
  }
  if (made.length > 0) await monitors.start(projectId, user.account, made)
  await settingRepository.write(madeSetting, JSON.stringify(now()))
  return true
}

/** Two servers on one database, or a start that broke off, made it already. */
function unlessItExists(cause: unknown): undefined {
  if (cause instanceof AppError && cause.code === 'NameExists') return undefined
  throw cause
}
