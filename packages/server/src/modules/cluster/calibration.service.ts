/** Calibrates load machines, one calibration per machine at a time, and stores the results. */

import type { Calibration } from '@pone/contract/entities/calibration.ts'
import { proposedUsersOf } from '@pone/contract/entities/calibration.ts'
import { AppError } from '@pone/contract/errors.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { MachineLine } from '../host/machine-line.ts'
import { QueryRefused } from '../host/machine-line.ts'

export interface MeasuredMachine {
  readonly id: string
  readonly name: string
  readonly cores: number
  readonly memoryBytes: number
  /** Whether it is part of a run, or about to be. */
  readonly isBusy: boolean
}

export interface CalibrationService {
  isUnderWay(id: string): boolean
  /** @throws AppError CalibrationBusy, CalibrationCancelled, CalibrationFailed */
  measure(machine: MeasuredMachine): Promise<Calibration>
  cancel(id: string): Promise<void>
}

export function createCalibrationService(deps: {
  readonly line: MachineLine
  readonly keep: (id: string, calibration: Calibration) => Promise<void>
  readonly now: () => number
}): CalibrationService {
  const { line, keep, now } = deps
  const underWay = new Set<string>()

  const figuresOf = async ({ id, name: machine }: MeasuredMachine) => {
    try {
      return (await line.ask(id, { about: 'calibrate' })).figures
    } catch (cause) {
      const reason = cause instanceof QueryRefused ? cause.reason : ''
      if (reason === 'busy') throw new AppError('CalibrationBusy', { machine }, { cause })
      if (reason === 'cancelled') throw new AppError('CalibrationCancelled', { machine }, { cause })
      const said = errorText(cause)
      throw new AppError('CalibrationFailed', { machine, detail: said || reason || 'timeout' }, { cause })
    }
  }
  return {
    isUnderWay: id => underWay.has(id),
    measure: async machine => {
      const { id, cores, memoryBytes } = machine
      if (machine.isBusy || underWay.has(id)) throw new AppError('CalibrationBusy', { machine: machine.name })
      underWay.add(id)
      try {
        const figures = await figuresOf(machine)
        const proposedUsers = proposedUsersOf(figures, memoryBytes)
        const calibration = {
          ...figures,
          at: now(),
          cores,
          memoryBytes,
          definition: 1 as const,
          proposedUsers,
        }
        await keep(id, calibration)
        return calibration
      } finally {
        underWay.delete(id)
      }
    },
    cancel: async id => {
      // An offline agent has nothing to cancel.
      await line.ask(id, { about: 'cancelCalibration' }).catch(() => undefined)
    },
  }
}
