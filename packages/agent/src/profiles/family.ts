/** Family `profiles`: takes flame diagrams and thread dumps of JVMs of this machine, and repeats each end until the server has stored it. */
import { join } from 'node:path'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { Profiler } from './profiler.ts'

export function createProfilesFamily({ settings, link, log }: FamilyContext): AgentFamily<'profiles'> {
  const profiler = new Profiler({
    limits: settings.limits,
    // Arthas brings the library too.
    profilerFolders: [
      ...(settings.profilerFolder === null ? [] : [settings.profilerFolder]),
      join(settings.dataFolder, 'tools', 'Arthas'),
    ],
    send: message => link.send(message),
    toServer: at => Math.round(link.clock.toServer(at)),
    log,
  })
  return {
    handlers: {
      takeProfile: ({ order }) => profiler.take(order),
      cancelProfile: ({ takeId }) => profiler.cancel(takeId),
      forgetProfile: ({ takeId }) => profiler.forget(takeId),
      takeThreadDumps: ({ order }) => profiler.takeThreadDumps(order),
      cancelThreadDumps: ({ seriesId }) => profiler.cancelThreadDumps(seriesId),
      forgetThreadDump: ({ seriesId, number }) => profiler.forgetThreadDump(seriesId, number),
    },
    connected: () => profiler.repeat(),
    shutOut: () => profiler.close(),
    stop: () => profiler.close(),
  }
}
