/** Starts the trial of a JMeter plan. */
import { join } from 'node:path'
import { startTrial } from '@pone/jmeter/trial/trial.ts'
import type { FindTools } from '../engines/registry.ts'
import { nextAccount } from '../processes/enclosed-fork.ts'
import type { StartCommand, Starter } from './debug-registry.ts'

/** `folder` is used by these trials alone. */
export const createTrialStarter =
  (options: {
    readonly findTools: FindTools
    readonly folder: string
  }): Starter<Extract<StartCommand, { kind: 'startJmeterTrial' }>> =>
  async (command, filePaths, { onEvent }) => {
    const trial = startTrial({
      folder: join(options.folder, command.debugId),
      text: command.text,
      files: command.files.flatMap(({ id, name }) => {
        const path = filePaths[id]
        return path === undefined ? [] : [{ name, path }]
      }),
      jmeters: await options.findTools('jmeter'),
      account: nextAccount(),
      onEvent,
    })
    void trial.ended.then(onEvent) // It never rejects.
    return trial
  }
