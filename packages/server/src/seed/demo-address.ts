/** Lets the demo project follow the demo target when that has got another address. */
import { socketAddress } from './demo-component.ts'
import { findDemoProject } from './demo-project.ts'
import { demoAccount } from './first-run.ts'
import type { SeedServices } from './seed-services.ts'

const addressSetting = 'demo.targetUrl'

/** Changes only components that still name the former address as their base. */
export async function followDemoTarget(services: SeedServices, targetUrl: string): Promise<void> {
  const { settingRepository, userRepository, components } = services
  const former = await settingRepository.read(addressSetting)
  if (former === targetUrl) return
  const user = await userRepository.findByAccount(demoAccount)
  const projectId = user && (await findDemoProject(services, user.id))
  if (former !== undefined && user !== undefined && projectId !== undefined) {
    for (const node of await components.tree(projectId, user.account)) {
      if (node.kind !== 'component') continue
      const { id, revision, document } = await components.component(projectId, node.id)
      if (document.settings.http.baseUrl !== former) continue
      const http = { ...document.settings.http, baseUrl: targetUrl }
      const settings = { ...document.settings, http }
      const variables = document.variables.map(variable =>
        variable.value === socketAddress(former)
          ? { ...variable, value: socketAddress(targetUrl) }
          : variable,
      )
      const changed = { ...document, settings, variables }
      await components.save(projectId, user.account, { id, revision, document: changed })
    }
  }
  await settingRepository.write(addressSetting, targetUrl)
}
