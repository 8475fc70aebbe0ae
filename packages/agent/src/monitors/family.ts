/** Family `monitors`: collects what the server plans, spools it until it is stored, tries targets, and finds what runs on this machine. What reads answers of targets runs in processes of its own. */
import { join } from 'node:path'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { Collection } from './collection.ts'
import { Trials } from './trials.ts'

export function createMonitorsFamily({ settings, link, log }: FamilyContext): AgentFamily<'monitors'> {
  const { limits, dataFolder, monitorSpoolBytes } = settings
  const collection = new Collection({
    folder: join(dataFolder, 'monitors'),
    spoolBytes: monitorSpoolBytes,
    limits,
    send: message => link.send(message),
    log,
    now: () => Math.round(link.clock.toServer(Date.now())),
  })
  const trials = new Trials({ limits, send: message => link.send(message), log })
  return {
    handlers: {
      monitorPlans: command => collection.plan(command),
      ackMonitorBatches: command => collection.acknowledge(command),
      monitorTest: command => trials.ask(command),
      cancelMonitorTest: ({ testId }) => trials.cancel(testId),
      discover: command => trials.ask(command),
      explainOperation: command => trials.ask(command),
      findConnections: command => trials.ask(command),
      cancelConnections: ({ queryId }) => trials.cancelConnections(queryId),
    },
    start: () => collection.open(),
    connected: () => collection.connected(),
    shutOut: () => collection.stopAll(),
    stop: async () => {
      await Promise.all([trials.close(), collection.close()])
    },
  }
}
