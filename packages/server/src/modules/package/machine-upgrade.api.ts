/** Calls that renew agents. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { MachineUpgradeService } from './machine-upgrade.service.ts'

export function machineUpgradeApi(service: MachineUpgradeService): Handlers<Calls['machineUpgrade']> {
  return {
    list: () => service.list(),
    async start(input, { audit, user }) {
      const answers = await service.start(user.account, input)
      audit.target(
        answers
          .map(({ name }) => name)
          .join(', ')
          .slice(0, 500),
      )
      audit.after(answers)
      return answers
    },
  }
}
