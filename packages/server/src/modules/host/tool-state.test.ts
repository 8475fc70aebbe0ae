import type { OperationKind, OperationState, Tool, ToolState } from '@pone/contract/entities/host.ts'
import { describe, expect, test } from 'vitest'
import type { OperationRow } from './operation.repository.ts'
import { describeTool, groupState } from './tool-state.ts'

const operation = (kind: OperationKind, state: OperationState): OperationRow => ({
  id: 'o',
  number: 1,
  group_id: 'g',
  host_id: 'h',
  tool: 'JMeter',
  kind,
  version: null,
  package_id: null,
  pid: null,
  state,
  is_cancelling: false,
  step: '',
  progress: 0.5,
  problem_code: state === 'failed' ? 'noJava' : null,
  problem_detail: '',
  note: '',
  created_by: 'x',
  created_at: 1,
  started_at: 1,
  ended_at: null,
  owner: null,
  lease_until: null,
  attempts: 1,
})
const machine = (isOnline: boolean, isInService = true) => ({
  id: 'a',
  name: 'm',
  host: 'm',
  version: '1.2.3',
  architecture: 'x64',
  isOnline,
  isInService,
  since: 1,
})
const row = (tool: Tool, isStarted = true) => ({
  host_id: 'h',
  tool,
  version: '1',
  path: '/p',
  is_started: isStarted,
  installed_at: 1,
})

describe('the state of a tool', () => {
  const cases: [string, ToolState, Parameters<typeof describeTool>[0]][] = [
    [
      'nothing installed',
      'absent',
      { tool: 'JMeter', installed: [], latest: undefined, machine: machine(true) },
    ],
    [
      'installed and started',
      'installed',
      { tool: 'JMeter', installed: [row('JMeter')], latest: undefined, machine: machine(true) },
    ],
    [
      'installed and stopped',
      'stopped',
      { tool: 'JMeter', installed: [row('JMeter', false)], latest: undefined, machine: machine(true) },
    ],
    [
      'installed, agent away',
      'offline',
      { tool: 'JMeter', installed: [row('JMeter')], latest: undefined, machine: machine(false) },
    ],
    [
      'an operation waits',
      'processing',
      { tool: 'JMeter', installed: [], latest: operation('install', 'waiting'), machine: machine(true) },
    ],
    [
      'an operation executes',
      'uninstalling',
      {
        tool: 'JMeter',
        installed: [row('JMeter')],
        latest: operation('uninstall', 'executing'),
        machine: machine(true),
      },
    ],
    [
      'a package is pushed',
      'pushing',
      { tool: 'JMeter', installed: [], latest: operation('push', 'executing'), machine: machine(true) },
    ],
    [
      'the last one failed',
      'absent',
      { tool: 'JMeter', installed: [], latest: operation('install', 'failed'), machine: machine(true) },
    ],
    [
      'PR without a package, agent there',
      'installed',
      { tool: 'PR', installed: [], latest: undefined, machine: machine(true) },
    ],
    [
      'PR of a machine out of service',
      'stopped',
      { tool: 'PR', installed: [], latest: undefined, machine: machine(true, false) },
    ],
    ['PR without an agent', 'absent', { tool: 'PR', installed: [], latest: undefined, machine: undefined }],
    [
      'an agent that is online',
      'installed',
      { tool: 'Agent', installed: [], latest: undefined, machine: machine(true) },
    ],
    [
      'an agent that was stopped',
      'stopped',
      { tool: 'Agent', installed: [row('Agent', false)], latest: undefined, machine: machine(false) },
    ],
    [
      'an agent that is lost',
      'offline',
      { tool: 'Agent', installed: [row('Agent')], latest: undefined, machine: machine(false) },
    ],
    [
      'an agent that was uninstalled, its machine still known',
      'absent',
      {
        tool: 'Agent',
        installed: [],
        latest: operation('uninstall', 'successful'),
        machine: machine(false),
      },
    ],
    ['no agent', 'absent', { tool: 'Agent', installed: [], latest: undefined, machine: undefined }],
  ]
  test.each(cases)('%s: %s', (_what, state, facts) => {
    expect(describeTool(facts).state).toBe(state)
  })

  test('keeps the cause of the last failure until something else is asked for', () => {
    const facts = { tool: 'JMeter', installed: [], machine: machine(true) } as const
    expect(describeTool({ ...facts, latest: operation('install', 'failed') })).toMatchObject({
      problem: { code: 'noJava' },
      operationId: 'o',
    })
    expect(describeTool({ ...facts, latest: operation('install', 'successful') })).toMatchObject({
      problem: null,
      operationId: null,
    })
  })
})

test.each([
  [['waiting', 'successful'], 'processing'],
  [['successful', 'successful'], 'successful'],
  [['successful', 'failed'], 'partialSuccess'],
  [['cancelled', 'failed'], 'failed'],
  [['cancelled', 'cancelled'], 'cancelled'],
] as const)('a group of %j is %s', (states, state) => {
  expect(groupState(states)).toBe(state)
})
