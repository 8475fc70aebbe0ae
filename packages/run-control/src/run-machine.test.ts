import { runCauses } from '@pone/contract/entities/run.ts'
import { activeRunStates, isActiveRun, runStates, runTransitions } from '@pone/contract/states.ts'
import { expect, test } from 'vitest'
import { endCauseOf, endStateOf, transition } from './run-machine.ts'

test.each(runStates.flatMap(from => runStates.map(to => [from, to] as const)))(
  'from %s to %s goes only what the table allows',
  (from, to) => {
    const moved = transition(from, to, isActiveRun(to) ? null : 'planned')
    expect(moved !== null).toBe(runTransitions[from].includes(to))
  },
)

test('a run cannot end without a cause', () => {
  expect(() => transition('running', 'complete')).toThrow('without a cause')
})

test('every cause ends a running run', () => {
  for (const cause of runCauses) {
    expect(transition('running', endStateOf[cause], cause)).toMatchObject({ cause })
    expect((activeRunStates as readonly string[]).includes(endStateOf[cause])).toBe(false)
  }
})

const end = (cause: string, detail = '') => ({ cause, detail })
test.each([
  [[end('planned'), end('planned')], null, 'planned'],
  [[end('planned'), end('agentLost', 'm2')], null, 'agentLost'],
  [[end('agentLost'), end('crashed', 'killed')], null, 'workerLost'],
  [[end('crashed'), end('stopTest', 'checkpoint')], null, 'stopTest'],
  [[end('planned'), end('rowsUsedUp', 'card')], null, 'rowsUsedUp'],
  [[end('rowsUsedUp', 'card')], 'stoppedByUser', 'stoppedByUser'],
  [[end('fault', 'no such file')], null, 'scriptFault'],
  [[end('crashed', 'ENOSPC: no space left on device, write')], null, 'diskFull'],
  [[end('fault', "EDQUOT: disk quota exceeded, mkdir '/data/spool'")], null, 'diskFull'],
  [[end('stopped')], 'stoppedByUser', 'stoppedByUser'],
  [[end('planned')], 'stoppedByUser', 'stoppedByUser'],
  [[end('stopped'), end('agentLost')], 'slaStop', 'slaStop'],
  [[end('stopped'), end('stopTest')], 'stoppedByUser', 'stopTest'],
  [[end('stopped')], 'timeout', 'timeout'],
  [[], null, 'agentLost'],
] as const)('machines that ended %j, stop asked for as %s: the run ends as %s', (ends, stopCause, cause) => {
  expect(endCauseOf(ends, stopCause).cause).toBe(cause)
})
