/** What a monitor of MongoDB asks, and which counters the answers hold. */
import type { MonitorTypeInput } from '../type.ts'
import { both, computed, counter, flag, gauge, state, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const mebibyte = 1_048_576

/** Paths in the answer to `serverStatus`; of several the first that the version of the server has. */
const serverFields = {
  version: ['version'],
  process: ['process'],
  replicaSet: ['repl.setName'],
  isWritable: ['repl.isWritablePrimary', 'repl.ismaster'],
  uptime: ['uptime'],
  connections: ['connections.current'],
  connectionsActive: ['connections.active'],
  connectionsAvailable: ['connections.available'],
  connectionsCreated: ['connections.totalCreated'],
  connectionsRejected: ['connections.rejected'],
  inserts: ['opcounters.insert'],
  queries: ['opcounters.query'],
  updates: ['opcounters.update'],
  deletes: ['opcounters.delete'],
  getMores: ['opcounters.getmore'],
  commands: ['opcounters.command'],
  readTime: ['opLatencies.reads.latency'],
  reads: ['opLatencies.reads.ops'],
  writeTime: ['opLatencies.writes.latency'],
  writes: ['opLatencies.writes.ops'],
  commandTime: ['opLatencies.commands.latency'],
  commandRuns: ['opLatencies.commands.ops'],
  queuedReaders: ['globalLock.currentQueue.readers'],
  queuedWriters: ['globalLock.currentQueue.writers'],
  activeReaders: ['globalLock.activeClients.readers'],
  activeWriters: ['globalLock.activeClients.writers'],
  readTickets: ['queues.execution.read.out', 'wiredTiger.concurrentTransactions.read.out'],
  readTicketsFree: ['queues.execution.read.available', 'wiredTiger.concurrentTransactions.read.available'],
  writeTickets: ['queues.execution.write.out', 'wiredTiger.concurrentTransactions.write.out'],
  writeTicketsFree: ['queues.execution.write.available', 'wiredTiger.concurrentTransactions.write.available'],
  cacheBytes: ['wiredTiger.cache.bytes currently in the cache'],
  cacheDirtyBytes: ['wiredTiger.cache.tracked dirty bytes in the cache'],
  cacheMaxBytes: ['wiredTiger.cache.maximum bytes configured'],
  pagesRead: ['wiredTiger.cache.pages read into cache'],
  pagesWritten: ['wiredTiger.cache.pages written from cache'],
  pagesEvictedByClients: [
    'wiredTiger.cache.pages evicted by application threads',
    'wiredTiger.cache.eviction worker thread evicting pages',
  ],
  memoryResident: ['mem.resident'],
  memoryVirtual: ['mem.virtual'],
  bytesIn: ['network.bytesIn'],
  bytesOut: ['network.bytesOut'],
  requests: ['network.numRequests'],
  keysExamined: ['metrics.queryExecutor.scanned'],
  documentsExamined: ['metrics.queryExecutor.scannedObjects'],
  documentsReturned: ['metrics.document.returned'],
  documentsInserted: ['metrics.document.inserted'],
  documentsUpdated: ['metrics.document.updated'],
  documentsDeleted: ['metrics.document.deleted'],
  documentsExpired: ['metrics.ttl.deletedDocuments'],
  sortsInMemory: ['metrics.operation.scanAndOrder'],
  writeConflicts: ['metrics.operation.writeConflicts'],
  pageFaults: ['extra_info.page_faults'],
  cursors: ['metrics.cursor.open.total'],
  cursorsPinned: ['metrics.cursor.open.pinned'],
  cursorsWithoutTimeout: ['metrics.cursor.open.noTimeout'],
  cursorsTimedOut: ['metrics.cursor.timedOut'],
  transactionsOpen: ['transactions.currentOpen'],
  transactionsCommitted: ['transactions.totalCommitted'],
  transactionsAborted: ['transactions.totalAborted'],
  assertsRegular: ['asserts.regular'],
  assertsWarning: ['asserts.warning'],
  assertsUser: ['asserts.user'],
}

const serverComputed: Section['computed'] = [
  computed(
    'connectionsPercent',
    '100 * connections / (connections + connectionsAvailable)',
    '%',
    ['连接使用率', 'Connection utilisation'],
    ['连接数占上限的比例', 'Connections as a share of their limit'],
    { role: 'utilisation', capacity: 100 },
  ),
  computed(
    'cachePercent',
    '100 * cacheBytes / cacheMaxBytes',
    '%',
    ['缓存使用率', 'Cache utilisation'],
    ['缓存已用的比例；稳定时约为 80%', 'Share of the cache in use; about 80 % is usual'],
  ),
  computed(
    'dirtyPercent',
    '100 * cacheDirtyBytes / cacheMaxBytes',
    '%',
    ['脏数据比例', 'Dirty share of the cache'],
    [
      '脏数据占缓存的比例；超过 20% 时客户端参与淘汰',
      'Dirty bytes as a share of the cache; above 20 % clients have to evict pages',
    ],
    { role: 'saturation' },
  ),
  computed(
    'readMeanMs',
    'readTime / reads',
    'ms',
    ['平均读耗时', 'Mean read'],
    ['区间内每次读操作的平均时间', 'Time per read in the interval'],
  ),
  computed(
    'writeMeanMs',
    'writeTime / writes',
    'ms',
    ['平均写耗时', 'Mean write'],
    ['区间内每次写操作的平均时间', 'Time per write in the interval'],
  ),
  computed(
    'commandMeanMs',
    'commandTime / commandRuns',
    'ms',
    ['平均命令耗时', 'Mean command'],
    ['区间内每次命令的平均时间', 'Time per command in the interval'],
  ),
]

const server: Section = {
  key: 'server',
  names: both(['服务', 'Server']),
  answersAvailability: true,
  request: { command: 'serverStatus', fields: serverFields },
  counters: [
    text('version', ['版本', 'Version'], ['MongoDB 的版本', 'Version of MongoDB']),
    text(
      'process',
      ['进程', 'Process'],
      ['数据节点或路由节点的进程名', 'mongod keeps data, mongos is a router'],
    ),
    text('replicaSet', ['副本集', 'Replica set'], ['副本集的名称', 'Name of the replica set']),
    flag(
      'isWritable',
      [['true'], ['false']],
      ['可写', 'Writable'],
      ['是否为接受写入的主节点', 'Whether the server is the primary, which accepts writes'],
    ),
    gauge('uptime', 's', ['运行时间', 'Uptime'], ['服务启动以来的时间', 'Time since the server started']),
    gauge('connections', 'count', ['连接', 'Connections'], ['客户端的连接', 'Connections of clients'], {
      role: 'utilisation',
    }),
    gauge(
      'connectionsActive',
      'count',
      ['活动的连接', 'Active connections'],
      ['正在执行操作的连接', 'Connections with an operation that runs'],
    ),
    gauge(
      'connectionsAvailable',
      'count',
      ['可用的连接', 'Connections available'],
      ['到达上限前还能建立的连接', 'Connections left until the limit'],
    ),
    counter(
      'connectionsCreated',
      'count',
      ['新建连接', 'Connections created'],
      ['启动以来建立的连接', 'Connections since the start'],
    ),
    counter(
      'connectionsRejected',
      'count',
      ['拒绝的连接', 'Connections rejected'],
      ['因到达上限而拒绝的连接', 'Connections rejected because of the limit'],
      { role: 'error' },
    ),
    counter('inserts', 'count', ['插入', 'Inserts'], ['收到的插入操作', 'Documents to insert'], {
      role: 'work',
    }),
    counter('queries', 'count', ['查询', 'Queries'], ['收到的查询操作', 'Queries received'], {
      role: 'work',
    }),
    counter('updates', 'count', ['更新', 'Updates'], ['收到的更新操作', 'Updates received'], {
      role: 'work',
    }),
    counter('deletes', 'count', ['删除', 'Deletes'], ['收到的删除操作', 'Deletes received'], {
      role: 'work',
    }),
    counter(
      'getMores',
      'count',
      ['取下一批', 'Next batches'],
      ['游标取下一批的次数', 'Requests for the next batch of a cursor'],
    ),
    counter('commands', 'count', ['命令', 'Commands'], ['收到的命令操作', 'Other commands received'], {
      role: 'work',
    }),
    counter('readTime', 'ms', ['读耗时', 'Time of reads'], ['读操作的总耗时', 'Time that all reads took'], {
      scale: 0.001,
    }),
    counter(
      'reads',
      'count',
      ['读操作', 'Reads'],
      ['计入耗时的读操作', 'Reads that are counted in that time'],
    ),
    counter(
      'writeTime',
      'ms',
      ['写耗时', 'Time of writes'],
      ['写操作的总耗时', 'Time that all writes took'],
      { scale: 0.001 },
    ),
    counter(
      'writes',
      'count',
      ['写操作', 'Writes'],
      ['计入耗时的写操作', 'Writes that are counted in that time'],
    ),
    counter(
      'commandTime',
      'ms',
      ['命令耗时', 'Time of commands'],
      ['命令操作的总耗时', 'Time that all commands took'],
      { scale: 0.001 },
    ),
    counter(
      'commandRuns',
      'count',
      ['命令操作', 'Commands run'],
      ['计入耗时的命令操作', 'Commands that are counted in that time'],
    ),
    gauge(
      'queuedReaders',
      'count',
      ['等待的读', 'Reads that wait'],
      ['等待锁的读操作', 'Reads that wait for a lock'],
      { role: 'saturation' },
    ),
    gauge(
      'queuedWriters',
      'count',
      ['等待的写', 'Writes that wait'],
      ['等待锁的写操作', 'Writes that wait for a lock'],
      { role: 'saturation' },
    ),
    gauge(
      'activeReaders',
      'count',
      ['活动的读', 'Active reads'],
      ['正在执行读操作的客户端', 'Clients with a read that runs'],
    ),
    gauge(
      'activeWriters',
      'count',
      ['活动的写', 'Active writes'],
      ['正在执行写操作的客户端', 'Clients with a write that runs'],
    ),
    gauge(
      'readTickets',
      'count',
      ['执行中的读', 'Running reads'],
      ['在存储引擎中执行的读操作', 'Reads that run in the storage engine'],
    ),
    gauge(
      'readTicketsFree',
      'count',
      ['还可执行的读', 'Further reads'],
      ['存储引擎还能同时执行的读操作', 'Reads that the storage engine can run besides'],
    ),
    gauge(
      'writeTickets',
      'count',
      ['执行中的写', 'Running writes'],
      ['在存储引擎中执行的写操作', 'Writes that run in the storage engine'],
    ),
    gauge(
      'writeTicketsFree',
      'count',
      ['还可执行的写', 'Further writes'],
      ['存储引擎还能同时执行的写操作', 'Writes that the storage engine can run besides'],
    ),
    gauge('cacheBytes', 'bytes', ['缓存已用', 'Cache used'], ['缓存中的字节数', 'Bytes in the cache'], {
      role: 'utilisation',
      capacity: 'cacheMaxBytes',
    }),
    gauge(
      'cacheDirtyBytes',
      'bytes',
      ['缓存脏数据', 'Dirty bytes'],
      ['缓存中尚未写入磁盘的字节数', 'Bytes in the cache that are not on disk yet'],
    ),
    gauge(
      'cacheMaxBytes',
      'bytes',
      ['缓存上限', 'Cache limit'],
      ['缓存的最大字节数', 'Largest size of the cache'],
    ),
    counter(
      'pagesRead',
      'count',
      ['读入的页', 'Pages read'],
      ['从磁盘读入缓存的页', 'Pages read from disk into the cache'],
    ),
    counter(
      'pagesWritten',
      'count',
      ['写出的页', 'Pages written'],
      ['从缓存写入磁盘的页', 'Pages written from the cache to disk'],
    ),
    counter(
      'pagesEvictedByClients',
      'count',
      ['客户端淘汰的页', 'Pages evicted by clients'],
      [
        '缓存过满时由客户端线程淘汰的页',
        'Pages that threads of clients had to evict, as the cache was too full',
      ],
      { role: 'saturation' },
    ),
    gauge(
      'memoryResident',
      'bytes',
      ['常驻内存', 'Resident memory'],
      ['进程的常驻内存', 'Resident memory of the process'],
      { scale: mebibyte },
    ),
    gauge(
      'memoryVirtual',
      'bytes',
      ['虚拟内存', 'Virtual memory'],
      ['进程的虚拟内存', 'Virtual memory of the process'],
      { scale: mebibyte },
    ),
    counter(
      'bytesIn',
      'bytes',
      ['接收字节', 'Bytes received'],
      ['从网络接收的字节', 'Bytes received from the network'],
    ),
    counter(
      'bytesOut',
      'bytes',
      ['发送字节', 'Bytes sent'],
      ['向网络发送的字节', 'Bytes sent to the network'],
    ),
    counter('requests', 'count', ['请求', 'Requests'], ['收到的请求', 'Requests that were received']),
    counter(
      'keysExamined',
      'count',
      ['扫描的索引键', 'Keys examined'],
      ['查询读取的索引键', 'Index keys that queries read'],
    ),
    counter(
      'documentsExamined',
      'count',
      ['扫描的文档', 'Documents examined'],
      ['查询读取的文档', 'Documents that queries read'],
    ),
    counter(
      'documentsReturned',
      'count',
      ['返回的文档', 'Documents returned'],
      ['操作返回的文档数', 'Documents that queries returned'],
    ),
    counter(
      'documentsInserted',
      'count',
      ['插入的文档', 'Documents inserted'],
      ['操作插入的文档数', 'Documents that were inserted'],
    ),
    counter(
      'documentsUpdated',
      'count',
      ['更新的文档', 'Documents updated'],
      ['操作更新的文档数', 'Documents that were updated'],
    ),
    counter(
      'documentsDeleted',
      'count',
      ['删除的文档', 'Documents deleted'],
      ['操作删除的文档数', 'Documents that were deleted'],
    ),
    counter(
      'documentsExpired',
      'count',
      ['过期的文档', 'Documents expired'],
      ['因 TTL 索引到期而删除的文档', 'Documents that TTL indexes removed'],
    ),
    counter(
      'sortsInMemory',
      'count',
      ['无索引排序', 'Sorts without index'],
      ['不能使用索引的排序', 'Sorts that could not use an index'],
    ),
    counter(
      'writeConflicts',
      'count',
      ['写冲突', 'Write conflicts'],
      ['因冲突而重试的写操作', 'Writes that were tried again after a conflict'],
      { role: 'saturation' },
    ),
    counter('pageFaults', 'count', ['缺页', 'Page faults'], ['进程的缺页次数', 'Page faults of the process']),
    gauge('cursors', 'count', ['打开的游标', 'Open cursors'], ['打开的游标', 'Cursors that are open']),
    gauge(
      'cursorsPinned',
      'count',
      ['使用中的游标', 'Cursors in use'],
      ['正被操作使用的游标', 'Cursors that an operation uses now'],
    ),
    gauge(
      'cursorsWithoutTimeout',
      'count',
      ['不超时的游标', 'Cursors without time-out'],
      ['不会因闲置而关闭的游标', 'Cursors that are not closed when unused'],
    ),
    counter(
      'cursorsTimedOut',
      'count',
      ['超时的游标', 'Cursors timed out'],
      ['因闲置而关闭的游标', 'Cursors that were closed because they were unused'],
    ),
    gauge(
      'transactionsOpen',
      'count',
      ['打开的事务', 'Open transactions'],
      ['尚未结束的事务', 'Transactions that have not ended'],
    ),
    counter(
      'transactionsCommitted',
      'count',
      ['提交的事务', 'Transactions committed'],
      ['提交的事务', 'Transactions that were committed'],
    ),
    counter(
      'transactionsAborted',
      'count',
      ['中止的事务', 'Transactions aborted'],
      ['中止的事务', 'Transactions that were aborted'],
      { role: 'error' },
    ),
    counter(
      'assertsRegular',
      'count',
      ['内部错误', 'Internal errors'],
      ['启动以来的次数', 'Times since the start'],
      { role: 'error' },
    ),
    counter('assertsWarning', 'count', ['警告', 'Warnings'], ['启动以来的次数', 'Times since the start']),
    counter(
      'assertsUser',
      'count',
      ['用户错误', 'Errors of requests'],
      ['由客户端请求引起的错误，如重复的键', 'Errors caused by requests, such as duplicate keys'],
    ),
  ],
  computed: serverComputed,
}

const databaseFields = {
  documents: ['objects'],
  collections: ['collections'],
  indexes: ['indexes'],
  dataBytes: ['dataSize'],
  storageBytes: ['storageSize'],
  indexBytes: ['indexSize'],
  volumeUsed: ['fsUsedSize'],
  volumeSize: ['fsTotalSize'],
  profiler: ['profiler.was'],
}

const databases: Section = {
  key: 'databases',
  names: both(['数据库', 'Databases']),
  cadenceMs: 60_000,
  timeoutMs: 20_000,
  rows: { labels: ['db'], limit: 50 },
  request: { command: 'dbStats', limit: 50, fields: databaseFields },
  counters: [
    gauge('documents', 'count', ['文档数', 'Documents'], ['数据库中的文档', 'Documents in the database']),
    gauge(
      'collections',
      'count',
      ['集合数', 'Collections'],
      ['数据库中的集合', 'Collections in the database'],
    ),
    gauge('indexes', 'count', ['索引数', 'Indexes'], ['所有集合的索引', 'Indexes of all collections']),
    gauge(
      'dataBytes',
      'bytes',
      ['数据大小', 'Data size'],
      ['未压缩的文档字节数', 'Bytes of the documents, not compressed'],
    ),
    gauge(
      'storageBytes',
      'bytes',
      ['存储大小', 'Storage size'],
      ['为文档分配的磁盘空间', 'Disk space allocated for documents'],
    ),
    gauge(
      'indexBytes',
      'bytes',
      ['索引大小', 'Index size'],
      ['为索引分配的磁盘空间', 'Disk space allocated for indexes'],
    ),
    gauge(
      'volumeUsed',
      'bytes',
      ['磁盘已用', 'Volume used'],
      ['数据所在磁盘已用的字节数', 'Bytes in use on the volume of the data'],
      { role: 'utilisation', capacity: 'volumeSize' },
    ),
    gauge(
      'volumeSize',
      'bytes',
      ['磁盘容量', 'Volume size'],
      ['数据所在磁盘的容量', 'Size of the volume of the data'],
    ),
    state(
      'profiler',
      '',
      ['性能分析器', 'Profiler'],
      ['是否记录慢操作', 'Whether slow operations are recorded'],
      {
        states: [
          { value: 0, texts: ['0'], names: both(['关闭', 'Off']) },
          { value: 1, texts: ['1'], names: both(['慢操作', 'Slow operations']) },
          { value: 2, texts: ['2'], names: both(['全部操作', 'All operations']) },
        ],
      },
    ),
  ],
}

const memberStates = [
  { value: 0, texts: ['DOWN', 'UNKNOWN', 'REMOVED'], names: both(['不可用', 'Down']) },
  { value: 1, texts: ['PRIMARY'], names: both(['主节点', 'Primary']) },
  { value: 2, texts: ['SECONDARY'], names: both(['从节点', 'Secondary']) },
  { value: 3, texts: ['ARBITER'], names: both(['仲裁节点', 'Arbiter']) },
  {
    value: 4,
    texts: ['RECOVERING', 'STARTUP', 'STARTUP2', 'ROLLBACK'],
    names: both(['恢复中', 'Recovering']),
  },
]

const members: Section = {
  key: 'members',
  names: both(['副本集成员', 'Members of the replica set']),
  cadenceMs: 10_000,
  rows: { labels: ['member'], limit: 50 },
  request: { command: 'replSetGetStatus' },
  counters: [
    state('state', '', ['状态', 'State'], ['成员的状态', 'State of the member'], { states: memberStates }),
    flag(
      'health',
      [['1'], ['0']],
      ['可达', 'Reachable'],
      ['所连接的成员能否到达该成员', 'Whether the asked member reaches this one'],
    ),
    gauge(
      'lag',
      's',
      ['复制延迟', 'Replication lag'],
      [
        '落后于主节点最近写入的时间；没有主节点时未知',
        'Time behind the last write of the primary; unknown without a primary',
      ],
      { role: 'saturation' },
    ),
    gauge(
      'ping',
      'ms',
      ['往返时间', 'Round trip'],
      ['所连接的成员到该成员的往返时间', 'Round trip from the asked member to this one'],
    ),
    gauge('uptime', 's', ['运行时间', 'Uptime'], ['成员启动以来的时间', 'Time since the member started']),
    text(
      'source',
      ['同步来源', 'Synchronises from'],
      ['该成员复制自哪个成员', 'Member that this one copies from'],
    ),
    text(
      'message',
      ['心跳信息', 'Heartbeat message'],
      ['最近一次心跳的信息', 'What the last heartbeat said'],
    ),
  ],
}

const microseconds = { scale: 0.001 }
const collections: Section = {
  key: 'collections',
  names: both(['集合', 'Collections']),
  cadenceMs: 60_000,
  timeoutMs: 10_000,
  rows: { labels: ['collection'], limit: 100 },
  request: { command: 'top' },
  counters: [
    counter(
      'time',
      'ms',
      ['耗时', 'Time'],
      ['集合上所有操作的时间', 'Time of all operations on the collection'],
      { from: 'timeUs', ...microseconds },
    ),
    counter(
      'readTime',
      'ms',
      ['读耗时', 'Time of reads'],
      ['持有读锁的操作的时间', 'Time of operations with a read lock'],
      { from: 'readUs', ...microseconds },
    ),
    counter(
      'writeTime',
      'ms',
      ['写耗时', 'Time of writes'],
      ['持有写锁的操作的时间', 'Time of operations with a write lock'],
      { from: 'writeUs', ...microseconds },
    ),
    counter('queries', 'count', ['查询', 'Queries'], ['集合上的查询', 'Queries of the collection']),
    counter(
      'getMores',
      'count',
      ['取下一批', 'Next batches'],
      ['游标取下一批的次数', 'Requests for the next batch of a cursor'],
    ),
    counter('inserts', 'count', ['插入', 'Inserts'], ['集合上的插入操作', 'Inserts into the collection']),
    counter('updates', 'count', ['更新', 'Updates'], ['集合上的更新操作', 'Updates of the collection']),
    counter('removes', 'count', ['删除', 'Deletes'], ['集合上的删除操作', 'Deletes from the collection']),
  ],
}

const running: Section = {
  key: 'running',
  names: both(['长时间运行的操作', 'Long operations']),
  cadenceMs: 10_000,
  request: { command: 'currentOp', answer: 'count', minSeconds: 1 },
  counters: [
    gauge(
      'count',
      'count',
      ['长操作', 'Long operations'],
      ['已运行 1 秒以上的操作', 'Operations that have run for 1 s or longer'],
      { role: 'saturation' },
    ),
    gauge(
      'longest',
      's',
      ['最长操作', 'Longest operation'],
      ['运行最久的操作已用的时间', 'How long the oldest of them has run'],
    ),
  ],
}

const plan = text(
  'plan',
  ['计划', 'Plan'],
  ['计划的摘要，如 COLLSCAN 为全集合扫描', 'Summary of the plan; COLLSCAN reads the whole collection'],
)
const origin = [
  text('account', ['账号', 'Account'], ['执行操作的账号', 'Account that ran it']),
  text('client', ['客户端', 'Client'], ['客户端的地址', 'Address of the client']),
  text(
    'application',
    ['应用', 'Application'],
    ['客户端报告的应用名', 'Name that the client gives for itself'],
  ),
]

const operations: Section = {
  key: 'operations',
  names: both(['正在运行的操作', 'Running operations']),
  cadenceMs: 10_000,
  rows: { labels: ['place'], limit: 50 },
  isTable: true,
  request: { command: 'currentOp', answer: 'rows', minSeconds: 1, limit: 50 },
  counters: [
    text('id', ['编号', 'Number'], ['操作的编号', 'Number of the operation']),
    text('seconds', ['时间（秒）', 'Time, s'], ['操作已运行的时间', 'How long the operation has run']),
    text('op', ['种类', 'Kind'], ['操作的种类', 'Kind of the operation']),
    text('ns', ['集合', 'Collection'], ['数据库与集合', 'Database and collection']),
    text('statement', ['操作', 'Operation'], ['命令，值以 ? 代替', 'Command; ? stands for its values']),
    plan,
    text(
      'isWaiting',
      ['等待锁', 'Waits for a lock'],
      ['操作是否在等待锁', 'Whether the operation waits for a lock'],
    ),
    ...origin,
  ],
}

const slow: Section = {
  key: 'slow',
  names: both(['慢操作', 'Slow operations']),
  cadenceMs: 15_000,
  timeoutMs: 15_000,
  rows: { labels: ['entry'], limit: 100 },
  isTable: true,
  request: { command: 'profile', limit: 100 },
  counters: [
    text('at', ['时间', 'Time'], ['操作结束的时刻', 'When the operation ended']),
    text('durationMs', ['耗时（毫秒）', 'Duration, ms'], ['操作执行的时间', 'How long the operation ran']),
    text('statement', ['操作', 'Operation'], ['命令，值以 ? 代替', 'Command; ? stands for its values']),
    text('op', ['种类', 'Kind'], ['操作的种类', 'Kind of the operation']),
    text('ns', ['集合', 'Collection'], ['数据库与集合', 'Database and collection']),
    text('db', ['数据库', 'Database'], ['操作所在的数据库', 'Database of the operation']),
    plan,
    text('examinedKeys', ['扫描的索引键', 'Keys examined'], ['读取的索引键', 'Index keys that were read']),
    text(
      'examinedDocuments',
      ['扫描的文档', 'Documents examined'],
      ['读取的文档', 'Documents that were read'],
    ),
    text('returned', ['返回的文档', 'Documents returned'], ['返回的文档数', 'Documents that were returned']),
    ...origin,
  ],
}

export const mongoSections: readonly Section[] = [
  server,
  databases,
  members,
  collections,
  running,
  operations,
  slow,
]
