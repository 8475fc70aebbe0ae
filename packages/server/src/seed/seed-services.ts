/** The services that the first start of an installation and its demo project need. */
import type { ClusterService } from '../modules/cluster/cluster.service.ts'
import type { ComponentService } from '../modules/component/component.service.ts'
import type { MonitorService } from '../modules/monitor/monitor.service.ts'
import type { ProjectService } from '../modules/project/project.service.ts'
import type { ScenarioService } from '../modules/scenario/scenario.service.ts'
import type { SessionService } from '../modules/session/session.service.ts'
import type { SettingRepository } from '../modules/setting/setting.repository.ts'
import type { UserRepository } from '../modules/user/user.repository.ts'

export interface SeedServices {
  readonly clusters: ClusterService
  readonly components: ComponentService
  readonly monitors: MonitorService
  readonly projects: ProjectService
  readonly scenarios: ScenarioService
  readonly sessions: SessionService
  readonly settingRepository: SettingRepository
  readonly userRepository: UserRepository
}
