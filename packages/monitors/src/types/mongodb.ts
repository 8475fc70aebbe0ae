/** Monitor type `mongodb`, by a fixed list of commands that only read. */
import type { MonitorTypeInput } from '../type.ts'
import { mongoSections } from './mongodb-sections.ts'
import { accountParams, both, chart, tlsParams } from './parts.ts'

const params: MonitorTypeInput['params'] = [
  ...accountParams(27_017),
  {
    key: 'authSource',
    type: 'text',
    names: both(['认证数据库', 'Authentication database']),
    help: both(['保存该账号的数据库', 'Database that knows the user']),
    default: 'admin',
  },
  ...tlsParams,
]

const charts: MonitorTypeInput['charts'] = [
  chart('work', ['操作速率', 'Operations per second'], 'area', 'count/s', [
    'server.inserts',
    'server.queries',
    'server.updates',
    'server.deletes',
    'server.getMores',
    'server.commands',
  ]),
  chart('latency', ['平均操作耗时', 'Mean time of operations'], 'line', 'ms', [
    'server.readMeanMs',
    'server.writeMeanMs',
    'server.commandMeanMs',
  ]),
  chart('operationTime', ['操作耗时总和', 'Time of all operations'], 'area', 'ms/s', [
    'server.readTime',
    'server.writeTime',
    'server.commandTime',
  ]),
  chart('operationCount', ['读写操作', 'Reads and writes'], 'line', 'count/s', [
    'server.reads',
    'server.writes',
    'server.commandRuns',
  ]),
  chart('connections', ['连接', 'Connections'], 'line', 'count', [
    'server.connections',
    'server.connectionsActive',
    'server.connectionsAvailable',
  ]),
  chart('connects', ['新建与拒绝的连接', 'Connections accepted and rejected'], 'line', 'count/s', [
    'server.connectionsCreated',
    'server.connectionsRejected',
  ]),
  chart('utilisation', ['使用率', 'Utilisation'], 'line', '%', [
    'server.connectionsPercent',
    'server.cachePercent',
    'server.dirtyPercent',
  ]),
  chart('queues', ['等待与活动的客户端', 'Waiting and active clients'], 'line', 'count', [
    'server.queuedReaders',
    'server.queuedWriters',
    'server.activeReaders',
    'server.activeWriters',
  ]),
  chart('tickets', ['并发操作', 'Concurrent operations'], 'line', 'count', [
    'server.readTickets',
    'server.readTicketsFree',
    'server.writeTickets',
    'server.writeTicketsFree',
  ]),
  chart('cache', ['缓存', 'Cache'], 'line', 'bytes', [
    'server.cacheBytes',
    'server.cacheDirtyBytes',
    'server.cacheMaxBytes',
  ]),
  chart('cachePages', ['缓存页', 'Pages of the cache'], 'line', 'count/s', [
    'server.pagesRead',
    'server.pagesWritten',
    'server.pagesEvictedByClients',
  ]),
  chart('memory', ['进程内存', 'Memory of the process'], 'line', 'bytes', [
    'server.memoryResident',
    'server.memoryVirtual',
  ]),
  chart('network', ['网络', 'Network'], 'line', 'bytes/s', ['server.bytesIn', 'server.bytesOut']),
  chart('requests', ['请求', 'Requests'], 'line', 'count/s', ['server.requests']),
  chart('scanned', ['扫描与返回', 'Examined and returned'], 'line', 'count/s', [
    'server.keysExamined',
    'server.documentsExamined',
    'server.documentsReturned',
  ]),
  chart('documents', ['文档变更', 'Documents changed'], 'line', 'count/s', [
    'server.documentsInserted',
    'server.documentsUpdated',
    'server.documentsDeleted',
    'server.documentsExpired',
  ]),
  chart('expensive', ['内存排序与写冲突', 'Sorts in memory and write conflicts'], 'line', 'count/s', [
    'server.sortsInMemory',
    'server.writeConflicts',
    'server.pageFaults',
  ]),
  chart('cursors', ['游标', 'Cursors'], 'line', 'count', [
    'server.cursors',
    'server.cursorsPinned',
    'server.cursorsWithoutTimeout',
  ]),
  chart('cursorsLost', ['超时的游标', 'Cursors timed out'], 'line', 'count/s', ['server.cursorsTimedOut']),
  chart('transactions', ['事务', 'Transactions'], 'line', 'count/s', [
    'server.transactionsCommitted',
    'server.transactionsAborted',
  ]),
  chart('transactionsOpen', ['打开的事务', 'Open transactions'], 'line', 'count', [
    'server.transactionsOpen',
  ]),
  chart('asserts', ['错误与警告', 'Errors and warnings'], 'line', 'count/s', [
    'server.assertsRegular',
    'server.assertsWarning',
    'server.assertsUser',
  ]),
  chart('sizes', ['数据与存储', 'Data and storage'], 'line', 'bytes', [
    'databases.dataBytes',
    'databases.storageBytes',
    'databases.indexBytes',
  ]),
  chart('objects', ['集合与索引', 'Collections and indexes'], 'line', 'count', [
    'databases.collections',
    'databases.indexes',
  ]),
  chart('documentCount', ['文档数', 'Documents'], 'line', 'count', ['databases.documents']),
  chart('disk', ['磁盘', 'Volume'], 'line', 'bytes', ['databases.volumeUsed', 'databases.volumeSize']),
  chart('collectionTime', ['各集合耗时', 'Time by collection'], 'area', 'ms/s', [
    'collections.readTime',
    'collections.writeTime',
    'collections.time',
  ]),
  chart('collectionWork', ['各集合操作', 'Operations by collection'], 'line', 'count/s', [
    'collections.queries',
    'collections.getMores',
    'collections.inserts',
    'collections.updates',
    'collections.removes',
  ]),
  chart('lag', ['复制延迟', 'Replication lag'], 'line', 's', ['members.lag']),
  chart('ping', ['成员往返时间', 'Round trip to members'], 'line', 'ms', ['members.ping']),
  chart('members', ['成员状态', 'State of members'], 'line', '', [
    'members.state',
    'members.health',
    'server.isWritable',
    'databases.profiler',
  ]),
  chart('running', ['长时间运行的操作', 'Long operations'], 'line', 'count', ['running.count']),
  chart('longest', ['最长操作', 'Longest operation'], 'line', 's', ['running.longest']),
  chart('uptime', ['运行时间', 'Uptime'], 'line', 's', ['server.uptime', 'members.uptime']),
]

export const mongodb: MonitorTypeInput = {
  name: 'mongodb',
  version: 1,
  category: 'database',
  names: both(['MongoDB', 'MongoDB']),
  help: both([
    'MongoDB 3.6 及以上；账号需要角色 clusterMonitor，以 SCRAM 认证。慢操作来自各数据库的性能分析器，须由管理员开启',
    'MongoDB 3.6 and later; the user needs the role clusterMonitor and signs in by SCRAM. Slow operations come from the profilers of the databases, which an administrator has to enable',
  ]),
  triedOn: [],
  transport: 'mongodb',
  params,
  sections: [...mongoSections],
  charts,
  tables: [
    {
      key: 'facts',
      names: both(['概况', 'Facts']),
      section: 'server',
      columns: ['version', 'process', 'replicaSet'],
    },
    {
      key: 'slow',
      names: both(['慢操作', 'Slow operations']),
      section: 'slow',
      columns: [
        'at',
        'durationMs',
        'statement',
        'db',
        'ns',
        'plan',
        'examinedKeys',
        'examinedDocuments',
        'returned',
        'account',
        'client',
        'application',
        'op',
      ],
    },
    {
      key: 'operations',
      names: both(['正在运行的操作', 'Running operations']),
      section: 'operations',
      columns: [
        'id',
        'seconds',
        'op',
        'ns',
        'statement',
        'plan',
        'isWaiting',
        'account',
        'client',
        'application',
      ],
    },
    {
      key: 'members',
      names: both(['副本集成员', 'Members of the replica set']),
      section: 'members',
      columns: ['member', 'state', 'lag', 'ping', 'source', 'message'],
    },
  ],
  thresholds: [
    { counter: 'server.connectionsPercent', max: 90, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'server.dirtyPercent', max: 20, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'members.lag', max: 30, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'members.health', min: 1, severity: 'critical' },
  ],
  slowOperations: [
    {
      kind: 'entries',
      section: 'slow',
      text: 'statement',
      database: 'db',
      account: 'account',
      rows: 'examinedDocuments',
      at: 'at',
      durationMs: 'durationMs',
      hasPlan: true,
    },
  ],
}
