/** The state machines of specification section 4 that this version drives: their states and the only transitions allowed. */

export const runStates = [
  'new',
  'readyToRun',
  'running',
  'complete',
  'userStopped',
  'failed',
  'backingUp',
  'backupCompleted',
  'backupFailed',
] as const
export type RunState = (typeof runStates)[number]

export const runTransitions: Record<RunState, readonly RunState[]> = {
  new: ['readyToRun', 'userStopped', 'failed'],
  readyToRun: ['running', 'userStopped', 'failed'],
  running: ['complete', 'userStopped', 'failed'],
  complete: ['backingUp'],
  userStopped: ['backingUp'],
  failed: ['backingUp'],
  backingUp: ['backupCompleted', 'backupFailed'],
  backupCompleted: [],
  backupFailed: ['backingUp'],
}

/** Longest stay in a state before the run fails with cause `timeout`; `running` is limited by its own plan. */
export const runStateTimeoutMs: Partial<Record<RunState, number>> = { new: 30_000, readyToRun: 60_000 }

export const activeRunStates = ['new', 'readyToRun', 'running'] as const satisfies readonly RunState[]
export const isActiveRun = (state: RunState): boolean =>
  (activeRunStates as readonly RunState[]).includes(state)

export const reportStates = ['generating', 'partlySuccessful', 'successful', 'failed'] as const

export const projectTypes = ['test', 'large', 'small'] as const
export const projectStatuses = ['notImplemented', 'inProgress', 'archived'] as const

export const slaStates = ['none', 'notJudged', 'pending', 'passed', 'broken'] as const
export type SlaState = (typeof slaStates)[number]

/** The verdict on a whole run: that of its rules together, unless its load machines were its limit, so that its figures say nothing of the target. */
export const runVerdicts = [...slaStates, 'notReliable'] as const
export type RunVerdict = (typeof runVerdicts)[number]
