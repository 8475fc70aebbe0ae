/** The limits of the system around processes that read what others wrote: programs that set them and then execute the process in their place. */
import { systemTool } from '@pone/engine/system-tool.ts'

export interface SystemLimits {
  /** Writable memory of the process. */
  readonly memoryBytes: number
  /** Processes and threads of its account. */
  readonly maxTasks?: number
  /** Whether programs that it starts may gain rights of their files. */
  readonly mayGainRights?: boolean
  /** Whether it is killed when the process that started it has ended. */
  readonly endsWithParent?: boolean
  /** Capabilities that it may have at most, without the prefix `CAP_`; all when left out. */
  readonly capabilities?: readonly string[]
}

/** The begin of the command; empty where the system has no such programs. */
export function systemLimits(limits: SystemLimits): string[] {
  const { memoryBytes, maxTasks, mayGainRights, endsWithParent, capabilities } = limits
  const prlimit = systemTool('prlimit')
  const setpriv = systemTool('setpriv')
  const rights = [
    ...(mayGainRights === true ? [] : ['--no-new-privs']),
    ...(endsWithParent === true ? ['--pdeathsig=KILL'] : []),
    ...(capabilities === undefined ? [] : [`--bounding-set=${capabilitySet(capabilities)}`]),
  ]
  return [
    ...(prlimit === null ? [] : [prlimit, '--core=0', `--data=${memoryBytes}`]),
    ...(prlimit === null || maxTasks === undefined ? [] : [`--nproc=${maxTasks}`]),
    ...(setpriv === null || rights.length === 0 ? [] : [setpriv, ...rights]),
  ]
}

const capabilitySet = (names: readonly string[]): string =>
  ['-all', ...names.map(name => `+${name}`)].join(',')
