import { taskSetDocumentSchema, taskTransitions } from '@pone/contract/entities/task.ts'
import { expect, test } from 'vitest'
import { type Decision, nextDecisions, type SetFacts, type TaskFacts } from './set-machine.ts'

const now = 10_000_000
const options = (partial: object = {}) => taskSetDocumentSchema.parse({ kind: 'set', ...partial })
const task = (id: string, partial: Partial<TaskFacts> = {}): TaskFacts => ({
  id,
  state: 'pending',
  since: now,
  askedAt: null,
  endedAt: null,
  isSkipAsked: false,
  run: null,
  ...partial,
})
const active = {
  state: 'running',
  preparedAt: null,
  isSlaBroken: false,
  isCutShort: false,
  isReleased: false,
} as const
const preparing = { ...active, state: 'readyToRun' } as const
const ready = { ...preparing, preparedAt: now - 1_000 } as const
const over = { ...active, state: 'complete', isReleased: true } as const
const running = (id: string, partial: Partial<TaskFacts> = {}) =>
  task(id, { state: 'running', run: active, ...partial })
const done = (id: string, endedAt = now - 60_000) => task(id, { state: 'complete', endedAt })
const graceful = { kind: 'graceful', at: now } as const
const force = { kind: 'force', at: now } as const
const limit = { kind: 'timeLimit', at: now } as const

const decide = (facts: Partial<SetFacts>, atMs = now) =>
  nextDecisions({ options: options(), createdAt: now, stop: null, tasks: [], ...facts }, atMs).map(text)
const text = (decision: Decision): string => {
  switch (decision.kind) {
    case 'start':
      return `start ${decision.taskId}`
    case 'begin':
      return `begin ${decision.taskIds.join(' ')}`
    case 'stopRun':
      return `${decision.isForced ? 'force' : 'stop'} ${decision.taskId}`
    case 'move':
      return `${decision.taskId} → ${decision.to}${decision.cause === null ? '' : ` ${decision.cause}`}`
    case 'stopAll':
      return 'stop all'
    case 'end':
      return `end ${decision.state} ${decision.cause}`
  }
}

test.each<[string, Partial<SetFacts>, string[]]>([
  // In sequence
  ['a sequence starts its first task alone', { tasks: [task('a'), task('b')] }, ['start a']],
  ['and waits while it runs', { tasks: [running('a'), task('b')] }, []],
  [
    'a task that is done makes way for the next one',
    { tasks: [task('a', { state: 'running', run: over }), task('b')] },
    ['a → complete'],
  ],
  [
    'whose machines are not back yet keeps the next one waiting',
    { tasks: [task('a', { state: 'running', run: { ...over, isReleased: false } }), task('b')] },
    [],
  ],
  ['the next one starts after it', { tasks: [done('a'), task('b')] }, ['start b']],
  [
    'but not before the pause is over',
    { options: options({ pauseSeconds: 61 }), tasks: [done('a'), task('b')] },
    [],
  ],
  [
    'and then at once',
    { options: options({ pauseSeconds: 60 }), tasks: [done('a'), task('b')] },
    ['start b'],
  ],
  [
    'a failure keeps the rest from running',
    { tasks: [task('a', { state: 'failed', endedAt: now }), task('b'), task('c')] },
    ['b → notRun afterFailure', 'c → notRun afterFailure'],
  ],
  [
    'unless the set goes on after failures',
    {
      options: options({ onFailure: 'continue' }),
      tasks: [task('a', { state: 'failed', endedAt: now }), task('b')],
    },
    ['start b'],
  ],
  [
    'a skipped task is no failure',
    { tasks: [task('a', { state: 'skipped', endedAt: now }), task('b')] },
    ['start b'],
  ],
  // In parallel
  [
    'parallel tasks start together',
    { options: options({ mode: 'parallel' }), tasks: [task('a'), task('b'), running('c')] },
    ['start a', 'start b'],
  ],
  [
    'runs that are ready wait for those that are not',
    {
      options: options({ mode: 'parallel' }),
      tasks: [running('a', { run: ready }), running('b', { run: preparing })],
    },
    [],
  ],
  [
    'and for one whose machines are being made',
    {
      options: options({ mode: 'parallel' }),
      tasks: [running('a', { run: ready }), running('b', { run: { ...active, state: 'new' } })],
    },
    [],
  ],
  [
    'and then begin at one instant',
    {
      options: options({ mode: 'parallel' }),
      tasks: [running('a', { run: ready }), running('b', { run: ready }), running('c')],
    },
    ['begin a b'],
  ],
  [
    'without those that have ended, or find no machines',
    {
      options: options({ mode: 'parallel' }),
      tasks: [
        task('a', { state: 'failed', endedAt: now }),
        task('b', { state: 'awaitingMachines', askedAt: now }),
        running('c', { run: ready }),
      ],
    },
    ['begin c'],
  ],
  [
    'and without one that does not get ready',
    {
      options: options({ mode: 'parallel' }),
      tasks: [
        running('a', { run: { ...ready, preparedAt: now - 300_000 } }),
        running('b', { run: preparing }),
      ],
    },
    ['begin a'],
  ],
  // Outcome of a run
  ...(
    [
      ['complete', false, 'a → complete'],
      ['complete', true, 'a → failed slaBroken'],
      ['failed', false, 'a → failed runFailed'],
      ['userStopped', false, 'a → stopped runStopped'],
    ] as const
  ).map(([state, isSlaBroken, expected]): [string, Partial<SetFacts>, string[]] => [
    `a run that is ${state}${isSlaBroken ? ' with a broken SLA' : ''}`,
    { tasks: [task('a', { state: 'running', run: { ...over, state, isSlaBroken } })] },
    [expected],
  ]),
  [
    'a broken SLA does not count when the set says so',
    {
      options: options({ failsOnSla: false }),
      tasks: [task('a', { state: 'running', run: { ...over, isSlaBroken: true } })],
    },
    ['a → complete'],
  ],
  ['a run that is not there any more', { tasks: [task('a', { state: 'running' })] }, ['a → failed runGone']],
  [
    'a run that the restart of its server cut short before any load is made again',
    { tasks: [task('a', { state: 'running', run: { ...over, state: 'failed', isCutShort: true } })] },
    ['start a'],
  ],
  [
    'unless the set is to end',
    {
      stop: graceful,
      tasks: [task('a', { state: 'running', run: { ...over, state: 'failed', isCutShort: true } })],
    },
    ['a → failed runFailed'],
  ],
  // Starting
  ['a start that was interrupted is made again', { tasks: [task('a', { state: 'starting' })] }, ['start a']],
  [
    'one that came through is told',
    { tasks: [task('a', { state: 'starting', run: active })] },
    ['a → running'],
  ],
  [
    'one that does not come through fails in the end',
    { tasks: [task('a', { state: 'starting', since: now - 60_001 })] },
    ['a → failed startTimeout'],
  ],
  // Waiting for machines
  [
    'who waits for machines asks again every two seconds',
    { tasks: [task('a', { state: 'awaitingMachines', since: now - 2_000, askedAt: now - 60_000 })] },
    ['start a'],
  ],
  [
    'and not sooner',
    { tasks: [task('a', { state: 'awaitingMachines', since: now - 1_999, askedAt: now })] },
    [],
  ],
  [
    'and gives up after the set time',
    {
      options: options({ waitMinutes: 1 }),
      tasks: [task('a', { state: 'awaitingMachines', since: now, askedAt: now - 60_001 })],
    },
    ['a → failed noRoom'],
  ],
  [
    'without waiting it still outlasts machines that are just being given back',
    {
      options: options({ waitMinutes: 0 }),
      tasks: [task('a', { state: 'awaitingMachines', since: now, askedAt: now - 15_000 })],
    },
    [],
  ],
  [
    'a start that came through although it was taken for refused is told',
    { tasks: [task('a', { state: 'awaitingMachines', run: active, askedAt: now })] },
    ['a → running'],
  ],
  // Skipping
  [
    'a task to be skipped before its turn',
    { tasks: [running('a'), task('b', { isSkipAsked: true })] },
    ['b → skipped skippedByUser'],
  ],
  ['a running one is stopped first', { tasks: [running('a', { isSkipAsked: true }), task('b')] }, ['stop a']],
  [
    'and then the next one comes',
    {
      tasks: [
        task('a', { state: 'stopping', isSkipAsked: true, run: { ...over, state: 'userStopped' } }),
        task('b'),
      ],
    },
    ['a → skipped skippedByUser'],
  ],
  // Stopping the set
  [
    'a stop ends what runs and keeps the rest from beginning',
    { stop: graceful, tasks: [done('a'), running('b'), task('c'), task('d', { state: 'awaitingMachines' })] },
    ['stop b', 'c → notRun setStopped', 'd → notRun setStopped'],
  ],
  ['a forced stop is forced', { stop: force, tasks: [running('a')] }, ['force a']],
  [
    'a graceful stop is given time',
    { stop: graceful, tasks: [task('a', { state: 'stopping', run: active })] },
    [],
  ],
  [
    'and becomes a forced one',
    { stop: graceful, tasks: [task('a', { state: 'stopping', run: active, since: now - 300_000 })] },
    ['force a'],
  ],
  [
    'a stop that nothing comes of ends too',
    { stop: graceful, tasks: [task('a', { state: 'stopping', run: active, since: now - 420_001 })] },
    ['a → failed stopTimeout'],
  ],
  [
    'a graceful stop can be made a forced one',
    { stop: force, tasks: [task('a', { state: 'stopping', run: active, since: now - 10_000 })] },
    ['force a'],
  ],
  [
    'a set that takes too long is stopped',
    { options: options({ limitMinutes: 1 }), createdAt: now - 60_001, tasks: [running('a')] },
    ['stop all'],
  ],
  // Ends
  [
    'a set whose tasks are over still stops a run that did not obey in time',
    { stop: graceful, tasks: [done('a'), task('b', { state: 'failed', run: active })] },
    ['force b'],
  ],
  [
    'and waits until its run is closed',
    { tasks: [done('a'), task('b', { state: 'failed', run: { ...over, isReleased: false } })] },
    [],
  ],
  ['all done', { tasks: [done('a'), done('b')] }, ['end complete allDone']],
  ['with a failure', { tasks: [done('a'), task('b', { state: 'failed' })] }, ['end failed taskFailed']],
  ['all skipped is complete', { tasks: [task('a', { state: 'skipped' })] }, ['end complete allDone']],
  [
    'stopped',
    { stop: graceful, tasks: [done('a'), task('b', { state: 'notRun' })] },
    ['end stopped stoppedByUser'],
  ],
  [
    'stopped by force',
    { stop: force, tasks: [task('a', { state: 'stopped' })] },
    ['end stopped forceStopped'],
  ],
  [
    'over the time limit',
    { stop: limit, tasks: [task('a', { state: 'stopped' })] },
    ['end failed timeLimit'],
  ],
  ['a stop that came after the last task', { stop: graceful, tasks: [done('a')] }, ['end complete allDone']],
])('%s', (_name, facts, expected) => {
  expect(decide(facts)).toEqual(expected)
})

test('every move that is decided is one that the table of transitions allows', () => {
  const runs = [null, active, over, { ...over, state: 'failed' }, { ...over, state: 'userStopped' }] as const
  for (const state of Object.keys(taskTransitions) as TaskFacts['state'][])
    for (const run of runs)
      for (const stop of [null, graceful, force])
        for (const isSkipAsked of [false, true])
          for (const age of [0, 1_000_000]) {
            const one = task('a', { state, run, isSkipAsked, since: now - age, askedAt: now - age })
            for (const decision of nextDecisions(
              { options: options(), createdAt: now, stop, tasks: [one, task('b')] },
              now,
            )) {
              if (decision.kind === 'move' && decision.taskId === 'a') {
                expect(taskTransitions[state], `${state} → ${decision.to}`).toContain(decision.to)
              }
            }
          }
})
