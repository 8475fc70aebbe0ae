/** What a flame diagram is taken of, by the kind of target, and by which engine. */
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { TargetFault } from '@pone/monitors/target-fault.ts'
import { chooseJvm } from '@pone/monitors/transports/jvm/allowed-jvms.ts'
import { type AnyProcess, chooseProcess } from '@pone/monitors/transports/jvm/allowed-processes.ts'
import { mainOf } from '@pone/monitors/transports/jvm/processes.ts'
import { takeGoProfile } from './go-profile.ts'
import { recordByEngines, type TakenRecordings } from './jvm-engines.ts'
import { takeNodeProfile } from './node-profile.ts'
import { NotTaken } from './not-taken.ts'
import { takeByPerf, takeByPySpy } from './tool-profile.ts'

/** What may be recorded here, and by what. */
export interface TakeMachine {
  /** Accounts whose processes are recorded; `*` = all. */
  readonly accounts: readonly string[]
  /** Folders with a library of async-profiler per version. */
  readonly profilerFolders: readonly string[]
}

export interface TakeTarget {
  /** Two with the same one are never recorded at once. */
  readonly key: string
  /** For people: main class, program or address. */
  readonly name: string
  /** 0: it is not known. */
  readonly pid: number
  readonly record: (signal: AbortSignal) => Promise<TakenRecordings>
}

/** @throws TargetFault, NotTaken */
export async function targetOf(order: TakeOrder, machine: TakeMachine): Promise<TakeTarget> {
  const { target, process: wanted } = order
  const { accounts, profilerFolders } = machine
  switch (target) {
    case 'jvm': {
      const jvm = await chooseJvm(wanted, accounts)
      const record = (signal: AbortSignal) => recordByEngines(jvm, order, profilerFolders, signal)
      return { key: String(jvm.pid), name: mainOf(jvm.command), pid: jvm.pid, record }
    }
    case 'node':
      return { key: wanted, name: wanted, pid: 0, record: signal => takeNodeProfile(order, signal) }
    case 'go':
      return { key: wanted, name: wanted, pid: 0, record: signal => takeGoProfile(order, signal) }
    case 'native':
      return await processTarget(order, accounts, takeByPerf)
    case 'python':
      return await processTarget(order, accounts, takeByPySpy)
  }
}

async function processTarget(
  order: TakeOrder,
  accounts: readonly string[],
  take: (chosen: AnyProcess, order: TakeOrder, signal: AbortSignal) => Promise<TakenRecordings>,
): Promise<TakeTarget> {
  const chosen = await chooseProcess(order.process, accounts).catch((error: unknown) => {
    throw isFault(error, 'unreachable')
      ? new NotTaken(toldCause('profileNoProcess', {}, error.details))
      : isFault(error, 'refused')
        ? new NotTaken(toldCause('profileSeveralProcesses', {}, error.details))
        : error
  })
  const { pid, command } = chosen
  return { key: String(pid), name: command[0] ?? '', pid, record: signal => take(chosen, order, signal) }
}

const isFault = (error: unknown, code: TargetFault['code']): error is TargetFault =>
  error instanceof TargetFault && error.code === code
