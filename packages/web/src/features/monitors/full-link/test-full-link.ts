/** A full link as the server answers it, for tests. */
import type { FullLinkPath, FullLinkRun } from '@pone/contract/entities/full-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { idOf, startedAt } from '../../../test-runs.ts'

const goods = { index: 0, name: 'Goods', kind: 'request', component: 'Shop' } as const

export const testLinkRun = (given: Partial<FullLinkRun> = {}): FullLinkRun => ({
  run: {
    id: idOf(7),
    number: 3,
    scenarioName: 'Peak',
    engine: 'pr',
    state: 'complete',
    startedAt,
    endedAt: startedAt + 10_000,
  },
  source: 'plan',
  labels: [
    { label: goods, addresses: ['shop.test:8080'] },
    { label: { ...goods, index: 1, name: 'Pay' }, addresses: ['pay.test:443'] },
  ],
  ...given,
})

const monitoring: FullLinkPath['monitoring'] = {
  links: [],
  monitors: [
    {
      id: idOf(4),
      name: 'web-1',
      type: 'host',
      typeNames: { zh: '主机', en: 'Host' },
      category: 'host',
      nodes: ['Store'],
      sections: {},
      isDeleted: false,
      collector: '',
      clockOffsetMs: null,
    },
  ],
  series: [
    {
      monitorId: idOf(4),
      section: 'disks',
      counter: 'utilPercent',
      labels: { device: 'sda' },
      names: { zh: '忙碌', en: 'Busy' },
      unit: '%',
      role: null,
      nature: null,
      capacity: [],
      queue: null,
      fromMs: 0,
      stepMs: 1_000,
      cadenceMs: 1_000,
      values: [10, 30, null, 20],
    },
  ],
  charts: [{ monitorId: idOf(4), names: { zh: '磁盘', en: 'Disks' }, unit: '%', style: 'line', series: [0] }],
  gaps: [],
  omitted: 0,
  edges: [],
}

/** The shop calls a database whose monitor was down for two seconds. */
export const testPath = (given: Partial<FullLinkPath> = {}): FullLinkPath => ({
  label: goods,
  targets: [
    {
      address: 'shop.test:8080',
      isComputed: false,
      entries: [{ linkId: idOf(1), nodeId: 'shop', by: 'dns', detail: '10.0.0.5' }],
    },
  ],
  links: [
    {
      id: idOf(1),
      name: 'Orders',
      isOfRun: true,
      topology: {
        nodes: [
          newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop', address: '10.0.0.5:8080' }),
          newLinkNode({
            id: 'db',
            kind: 'monitor',
            alias: 'Store',
            monitorId: idOf(4),
            targetName: 'web-1',
            targetType: 'host',
            counters: [{ section: 'disks', counter: 'utilPercent' }],
          }),
        ],
        edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'db', alias: 'reads', protocol: 'sql' })],
      },
      depths: { shop: 0, db: 1 },
      omittedNodes: 0,
    },
  ],
  searched: { ofRun: 1, others: 0, omitted: 0, isHidden: false },
  lengthMs: 10_000,
  monitoring,
  health: [
    {
      monitorId: idOf(4),
      changes: [
        [0, 'up'],
        [5_000, 'down'],
        [7_000, 'up'],
      ],
    },
  ],
  ...given,
})
