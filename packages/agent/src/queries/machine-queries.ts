/** Answers queries of the server about this machine; a failed one is answered with `refused`, never thrown. */

import type { CaptureRight } from '@pone/contract/entities/capture.ts'
import type { MachineAnswer, MachineQuery } from '@pone/contract/link/queries.ts'
import { CauseError } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { LogCounts } from '../access-logs/log-counts.ts'
import { type Calibration, CalibrationRefusal } from '../calibration/calibration.ts'
import { captureInterfaces, findProgram } from '../recordings/capture-program.ts'
import { listJavaProcesses } from '../tools/java.ts'
import { readMachineFactsForTools } from './machine-facts.ts'
import { FileRefusal, type MachineFiles } from './machine-files.ts'

export async function answerQuery(
  query: MachineQuery,
  {
    files,
    dataFolder,
    calibration,
    captures,
    logs,
  }: {
    readonly files: MachineFiles
    readonly dataFolder: string
    readonly calibration: Calibration
    readonly captures: CaptureRight
    readonly logs: LogCounts
  },
): Promise<MachineAnswer> {
  try {
    switch (query.about) {
      case 'calibrate':
        return { about: 'calibrate', figures: await calibration.measure() }
      case 'cancelCalibration':
        calibration.cancel()
        return { about: 'cancelCalibration' }
      case 'facts':
        return { about: 'facts', facts: await readMachineFactsForTools(dataFolder) }
      case 'javaProcesses':
        return { about: 'javaProcesses', processes: await listJavaProcesses() }
      case 'captureInterfaces':
        return {
          about: 'captureInterfaces',
          hasProgram: findProgram() !== null,
          right: captures,
          interfaces: captureInterfaces().map(({ name, addresses }) => ({ name, addresses: [...addresses] })),
        }
      case 'accessLogs':
        return { about: 'accessLogs', files: await logs.files(query.isOwn) }
      case 'countLog':
        await logs.start(query, query.order, query.isOwn)
        return { about: 'countLog' }
      case 'logCount': {
        const count = logs.state(query)
        if (count === null) return { about: 'refused', reason: 'notFound', detail: '' }
        return { about: 'logCount', count }
      }
      case 'endLogCount':
        logs.end(query)
        return { about: 'endLogCount' }
      case 'logFiles':
        return { about: 'logFiles', files: await files.logs() }
      case 'readLog':
        return { about: 'readLog', ...(await files.readLog(query.path, query.from, query.maxBytes)) }
      case 'configFiles':
        return { about: 'configFiles', files: await files.configs() }
      case 'readConfig':
        return { about: 'readConfig', ...(await files.readConfig(query.path)) }
      case 'writeConfig':
        return {
          about: 'writeConfig',
          sha256: await files.writeConfig(query.path, query.sha256, query.content),
        }
    }
  } catch (cause) {
    if (cause instanceof CauseError) return { about: 'refused', reason: 'cause', detail: cause.message }
    const isKnown = cause instanceof FileRefusal || cause instanceof CalibrationRefusal
    const reason = isKnown ? cause.reason : 'failed'
    return { about: 'refused', reason, detail: errorText(cause) }
  }
}
