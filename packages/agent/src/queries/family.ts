/** Family `queries`: answers questions about this machine; a calibration ends when a run begins. */
import { join } from 'node:path'
import { LogCounts } from '../access-logs/log-counts.ts'
import { createCalibration } from '../calibration/calibration.ts'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { createToolStore } from '../installed/tool-store.ts'
import { createMachineFiles } from './machine-files.ts'
import { answerQuery } from './machine-queries.ts'

export function createQueriesFamily(context: FamilyContext): AgentFamily<'queries'> {
  const { settings, version, engines, all, link, log } = context
  const { dataFolder, workers, captures } = settings
  // Where install.sh makes the agent write its log when there is no journal.
  const ownLog = settings.logFile ?? join(dataFolder, '..', 'agent.log')
  const files = createMachineFiles({
    store: createToolStore(dataFolder),
    ownLogs: [ownLog, `${ownLog}.1`],
    version,
  })
  const calibration = createCalibration({ dataFolder, workers, engines, isBusy: () => all.isBusy(), log })
  const logs = new LogCounts({ folders: settings.accessLogFolders, isBusy: () => all.isBusy() })
  return {
    handlers: {
      machineQuery: async ({ queryId, query }) => {
        const answer = await answerQuery(query, { files, dataFolder, calibration, captures, logs })
        link.send({ kind: 'machineAnswer', queryId, answer })
      },
    },
    isBusy: () => logs.isCounting,
    runBegins: () => {
      calibration.cancel()
      logs.giveWay()
    },
    shutOut: () => logs.close(),
    stop: () => {
      calibration.cancel()
      logs.close()
    },
  }
}
