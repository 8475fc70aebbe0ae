/** A data-flow report of a small link as the server answers it, for tests. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import type { MonitorLinkSession } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { idOf, startedAt } from '../../../test-runs.ts'

export const testSession = (number: number, given: Partial<MonitorLinkSession> = {}): MonitorLinkSession => ({
  id: idOf(number),
  linkId: idOf(9),
  linkName: 'Orders',
  startedAt: startedAt + number * 60_000,
  startedBy: 'ann',
  stoppedAt: startedAt + number * 60_000 + 8_000,
  stoppedBy: 'bob',
  nodes: 2,
  edges: 1,
  isLinkDeleted: false,
  ...given,
})

const diskSeries = (device: string, values: (number | null)[]) => ({
  monitorId: idOf(4),
  section: 'disks',
  counter: 'utilPercent',
  labels: { device },
  names: { zh: '忙碌', en: 'Busy' },
  unit: '%',
  role: null,
  nature: null,
  capacity: [],
  queue: null,
  fromMs: 500,
  stepMs: 1_000,
  cadenceMs: 1_000,
  values,
})

const events: FlowReport['events'] = [
  {
    atMs: 1_000,
    untilMs: 4_000,
    kind: 'run',
    tone: 'neutral',
    name: 'Peak',
    text: { zh: '压测执行 #3', en: 'Load test #3' },
    monitorId: null,
    runId: idOf(7),
  },
  {
    atMs: 5_000,
    untilMs: null,
    kind: 'state',
    tone: 'bad',
    name: 'web-1',
    text: { zh: '不可用', en: 'Down' },
    monitorId: idOf(4),
    runId: null,
  },
]

export const testReport = (given: Partial<FlowReport> = {}): FlowReport => ({
  session: testSession(1),
  topology: {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop' }),
      newLinkNode({ id: 'host', kind: 'host', alias: 'Web host', monitorId: idOf(4), targetType: 'host' }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'host', alias: 'calls', protocol: 'http' })],
  },
  lengthMs: 8_000,
  isKept: true,
  monitoring: {
    links: [],
    monitors: [
      {
        id: idOf(4),
        name: 'web-1',
        type: 'host',
        typeNames: { zh: '主机', en: 'Host' },
        category: 'host',
        nodes: ['Web host'],
        sections: {},
        isDeleted: false,
        collector: 'vm-1',
        clockOffsetMs: 0,
      },
    ],
    series: [diskSeries('sda', [1, 5, null]), diskSeries('sdb', [2, 3, null])],
    charts: [
      {
        monitorId: idOf(4),
        names: { zh: '磁盘', en: 'Disks' },
        unit: '%',
        style: 'line',
        series: [0, 1],
      },
    ],
    gaps: [],
    omitted: 0,
    edges: [],
  },
  health: [
    {
      monitorId: idOf(4),
      changes: [
        [0, 'waiting'],
        [1_000, 'up'],
        [5_000, 'down'],
      ],
    },
  ],
  statistics: [
    { n: 2, min: 1, mean: 3, max: 5, p95: 5, basisMs: 0 },
    { n: 2, min: 2, mean: 2.5, max: 3, p95: 3, basisMs: 60_000 },
  ],
  runs: [{ id: idOf(7), number: 3, scenarioName: 'Peak', state: 'complete', fromMs: 1_000, untilMs: 4_000 }],
  events,
  omittedEvents: 0,
  notes: [],
  ...given,
})
