/**
 * Family `upgrade`: the agent replaces itself; an upgrade continues over restarts, and its end is reported until the
 * server has stored it.
 */
import { errorText } from '@pone/schema/error-text.ts'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { createUpgradeFiles, upgradeExitCode } from './upgrade-files.ts'
import { createUpgrader } from './upgrader.ts'

export function createUpgradeFamily(context: FamilyContext): AgentFamily<'upgrade'> {
  const { settings, bundle, source, all, link, log } = context
  const upgrader = createUpgrader({
    files: createUpgradeFiles(settings.dataFolder),
    bundle,
    source,
    isBusy: () => all.isBusy(),
    send: message => link.send(message),
    restart: () => context.leave(upgradeExitCode),
    log,
  })
  return {
    handlers: {
      upgradeAgent: command => upgrader.begin(command),
      forgetUpgrade: ({ upgradeId }) => upgrader.forget(upgradeId),
    },
    start: () => upgrader.resume(),
    connected: () =>
      upgrader.welcomed().catch((cause: unknown) => log(`the upgrade cannot be ended: ${errorText(cause)}`)),
    stop: () => upgrader.close(),
  }
}
