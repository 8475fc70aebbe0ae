/** Monitor type `elasticsearch`: Elasticsearch and OpenSearch by their HTTP interface; cluster, nodes, thread pools, indices, running tasks. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, type CounterInput, chart, computed, counter, gauge, type Pair, state, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const grant = `PUT /_security/role/pone_monitor {"cluster":["monitor"],"indices":[{"names":["*"],"privileges":["monitor"]}]} -- OpenSearch:
PUT /_plugins/_security/api/roles/pone_monitor {"cluster_permissions":["cluster_monitor"],"index_permissions":[{"index_patterns":["*"],"allowed_actions":["indices_monitor"]}]} -- then give the role to {user}`

const health = [
  { value: 0, texts: ['green', 'GREEN'], names: both(['正常', 'Green']) },
  { value: 1, texts: ['yellow', 'YELLOW'], names: both(['副本缺失', 'Yellow']) },
  { value: 2, texts: ['red', 'RED'], names: both(['主分片缺失', 'Red']) },
]

const cluster: Section = {
  key: 'cluster',
  names: both(['集群', 'Cluster']),
  answersAvailability: true,
  request: {
    path: '/_cluster/health',
    grant,
    mustContain: '"number_of_data_nodes"',
    answer: {
      format: 'json',
      fields: {
        status: 'status',
        nodes: 'number_of_nodes',
        dataNodes: 'number_of_data_nodes',
        primaryShards: 'active_primary_shards',
        activeShards: 'active_shards',
        relocatingShards: 'relocating_shards',
        initializingShards: 'initializing_shards',
        unassignedShards: 'unassigned_shards',
        delayedShards: 'delayed_unassigned_shards',
        pendingTasks: 'number_of_pending_tasks',
        longestPendingMs: 'task_max_waiting_in_queue_millis',
        activeShardsPercent: 'active_shards_percent_as_number',
      },
    },
  },
  counters: [
    state(
      'status',
      '',
      ['集群状态', 'Cluster status'],
      [
        '0：全部分片可用，1：有副本分片不可用，2：有主分片不可用',
        '0: all shards are active, 1: a replica shard is not, 2: a primary shard is not',
      ],
      { states: health, role: 'error' },
    ),
    gauge('nodes', 'count', ['节点', 'Nodes'], ['集群的节点', 'Nodes of the cluster']),
    gauge('dataNodes', 'count', ['数据节点', 'Data nodes'], ['存放数据的节点', 'Nodes that hold data']),
    gauge(
      'primaryShards',
      'count',
      ['主分片', 'Primary shards'],
      ['可用的主分片', 'Primary shards that are active'],
    ),
    gauge(
      'activeShards',
      'count',
      ['可用分片', 'Active shards'],
      ['可用的分片，包括副本', 'Shards that are active, replicas included'],
    ),
    gauge(
      'relocatingShards',
      'count',
      ['迁移中的分片', 'Relocating shards'],
      ['正在移到其他节点的分片', 'Shards that move to another node'],
    ),
    gauge(
      'initializingShards',
      'count',
      ['初始化的分片', 'Initializing shards'],
      ['正在恢复的分片', 'Shards that are being recovered'],
    ),
    gauge(
      'unassignedShards',
      'count',
      ['未分配的分片', 'Unassigned shards'],
      ['没有节点存放的分片', 'Shards that no node holds'],
      { role: 'error' },
    ),
    gauge(
      'delayedShards',
      'count',
      ['延迟分配的分片', 'Delayed shards'],
      ['等待离开的节点返回的分片', 'Shards that wait for a node to come back'],
    ),
    gauge(
      'pendingTasks',
      'count',
      ['等待的集群任务', 'Pending tasks'],
      ['等待集群应用的变更', 'Changes that the cluster has not applied yet'],
      { role: 'saturation' },
    ),
    gauge(
      'longestPendingMs',
      'ms',
      ['最长等待', 'Longest wait'],
      ['最早的集群任务等待的时间', 'Time that the oldest pending task has waited'],
    ),
    gauge(
      'activeShardsPercent',
      '%',
      ['可用分片比例', 'Share of active shards'],
      ['可用分片占全部分片的比例', 'Active shards as a share of all'],
      { capacity: 100 },
    ),
  ],
}

const facts: Section = {
  key: 'facts',
  names: both(['版本', 'Version']),
  cadenceMs: 300_000,
  request: {
    path: '/',
    grant,
    mustContain: '"cluster_name"',
    answer: {
      format: 'json',
      fields: {
        version: 'version.number',
        distribution: 'version.distribution',
        lucene: 'version.lucene_version',
        cluster: 'cluster_name',
      },
    },
  },
  counters: [
    text('version', ['版本', 'Version'], ['服务器的版本', 'Version of the server']),
    text(
      'distribution',
      ['发行版', 'Distribution'],
      ['产品的发行版，有的产品不提供', 'Distribution of the product; not every product tells it'],
    ),
    text(
      'lucene',
      ['Lucene 版本', 'Lucene version'],
      ['Lucene 的版本', 'Version of Lucene, the library of the index'],
    ),
    text('cluster', ['集群名', 'Cluster name'], ['集群的名称', 'Name of the cluster']),
  ],
}

type Figure = readonly [path: string, made: CounterInput]

const used = (key: string, capacity: string, names: Pair, help: Pair): CounterInput =>
  gauge(key, 'bytes', names, help, { role: 'utilisation', nature: 'space', capacity })
const times = (key: string, names: Pair, help: Pair, more: Partial<CounterInput> = {}): CounterInput =>
  counter(key, 'count', names, help, more)
const lasted = (key: string, names: Pair, help: Pair): CounterInput => counter(key, 'ms', names, help)

const systemFigures: readonly Figure[] = [
  [
    'os.cpu.percent',
    gauge(
      'hostCpuPercent',
      '%',
      ['主机 CPU', 'CPU of the host'],
      ['主机的 CPU 使用率', 'CPU use of the host'],
      {
        role: 'utilisation',
        nature: 'busy',
        capacity: 100,
      },
    ),
  ],
  [
    'process.cpu.percent',
    gauge(
      'cpuPercent',
      '%',
      ['进程 CPU', 'CPU of the node'],
      ['节点进程的 CPU 使用率', 'CPU use of the node'],
      {
        role: 'utilisation',
        nature: 'busy',
        capacity: 100,
      },
    ),
  ],
  [
    'os.cpu.load_average.1m',
    gauge('load1', '', ['负载', 'Load'], ['1 分钟平均负载', 'Load average over 1 minute']),
  ],
  [
    'jvm.uptime_in_millis',
    gauge('uptimeMs', 'ms', ['运行时长', 'Uptime'], ['自启动以来的时间', 'Time since the start']),
  ],
  [
    'jvm.mem.heap_used_in_bytes',
    used('heapUsed', 'heapMax', ['已用堆', 'Heap used'], ['已使用的堆内存', 'Heap memory in use']),
  ],
  [
    'jvm.mem.heap_max_in_bytes',
    gauge('heapMax', 'bytes', ['堆上限', 'Heap limit'], ['堆内存的上限', 'Limit of heap memory']),
  ],
  ['jvm.threads.count', gauge('threads', 'count', ['线程', 'Threads'], ['JVM 的线程', 'Threads of the JVM'])],
  [
    'jvm.gc.collectors.young.collection_count',
    times(
      'youngCollections',
      ['新生代回收', 'Young collections'],
      ['新生代垃圾回收次数', 'Garbage collections of the young generation'],
    ),
  ],
  [
    'jvm.gc.collectors.young.collection_time_in_millis',
    lasted(
      'youngCollectionMs',
      ['新生代回收时间', 'Young collection time'],
      ['新生代垃圾回收的时间', 'Time of garbage collections of the young generation'],
    ),
  ],
  [
    'jvm.gc.collectors.old.collection_count',
    times(
      'oldCollections',
      ['老年代回收', 'Old collections'],
      ['老年代垃圾回收次数', 'Garbage collections of the old generation'],
    ),
  ],
  [
    'jvm.gc.collectors.old.collection_time_in_millis',
    lasted(
      'oldCollectionMs',
      ['老年代回收时间', 'Old collection time'],
      ['老年代垃圾回收的时间', 'Time of garbage collections of the old generation'],
    ),
  ],
  [
    'process.open_file_descriptors',
    gauge('openFiles', 'count', ['打开的文件', 'Open files'], ['打开的文件描述符', 'Open file descriptors'], {
      role: 'utilisation',
      nature: 'held',
      capacity: 'maxFiles',
    }),
  ],
  [
    'process.max_file_descriptors',
    gauge(
      'maxFiles',
      'count',
      ['文件上限', 'File limit'],
      ['可打开的文件描述符', 'File descriptors that can be open'],
    ),
  ],
  [
    'fs.total.total_in_bytes',
    gauge(
      'diskTotal',
      'bytes',
      ['磁盘大小', 'Disk size'],
      ['数据目录所在磁盘的大小', 'Size of the disks that hold the data'],
    ),
  ],
  [
    'fs.total.available_in_bytes',
    gauge(
      'diskAvailable',
      'bytes',
      ['磁盘可用', 'Disk space available'],
      ['数据目录所在磁盘的可用空间', 'Space available on the disks that hold the data'],
    ),
  ],
  [
    'http.current_open',
    gauge(
      'httpConnections',
      'count',
      ['HTTP 连接', 'HTTP connections'],
      ['打开的 HTTP 连接', 'Open HTTP connections'],
    ),
  ],
  [
    'http.total_opened',
    times(
      'httpOpened',
      ['新建 HTTP 连接', 'HTTP connections opened'],
      ['打开过的 HTTP 连接', 'HTTP connections that were opened'],
    ),
  ],
  [
    'transport.rx_size_in_bytes',
    counter(
      'receivedBytes',
      'bytes',
      ['节点间接收', 'Received between nodes'],
      ['从其他节点接收的字节', 'Bytes received from other nodes'],
    ),
  ],
  [
    'transport.tx_size_in_bytes',
    counter(
      'sentBytes',
      'bytes',
      ['节点间发送', 'Sent between nodes'],
      ['发送给其他节点的字节', 'Bytes sent to other nodes'],
    ),
  ],
  [
    'breakers.parent.estimated_size_in_bytes',
    used(
      'breakerUsed',
      'breakerLimit',
      ['熔断器估算内存', 'Memory of the parent breaker'],
      ['总熔断器估算的内存', 'Memory that the parent circuit breaker estimates'],
    ),
  ],
  [
    'breakers.parent.limit_size_in_bytes',
    gauge(
      'breakerLimit',
      'bytes',
      ['熔断器上限', 'Limit of the parent breaker'],
      ['超过后拒绝请求的内存', 'Memory above which requests are refused'],
    ),
  ],
  [
    'breakers.parent.tripped',
    times(
      'breakerTrips',
      ['熔断', 'Circuit breaker trips'],
      ['因内存不足拒绝的请求', 'Requests that were refused for lack of memory'],
      { role: 'error' },
    ),
  ],
]

const indexFigures: readonly Figure[] = [
  [
    'docs.count',
    gauge(
      'docs',
      'count',
      ['文档', 'Documents'],
      ['节点上分片的文档', 'Documents of the shards of the node'],
    ),
  ],
  [
    'store.size_in_bytes',
    gauge(
      'storeBytes',
      'bytes',
      ['存储大小', 'Store size'],
      ['节点上分片的大小', 'Size of the shards of the node'],
    ),
  ],
  ['segments.count', gauge('segments', 'count', ['段', 'Segments'], ['段的数量', 'Segments of the indices'])],
  [
    'search.query_total',
    times('queries', ['查询', 'Queries'], ['各分片执行的查询阶段', 'Query phases that shards ran'], {
      role: 'work',
    }),
  ],
  [
    'search.query_time_in_millis',
    lasted('queryMs', ['查询时间', 'Query time'], ['查询阶段的时间', 'Time of query phases']),
  ],
  [
    'search.query_current',
    gauge(
      'runningQueries',
      'count',
      ['执行中的查询', 'Running queries'],
      ['正在执行的查询阶段', 'Query phases that run'],
    ),
  ],
  [
    'search.fetch_total',
    times('fetches', ['取回', 'Fetches'], ['各分片执行的取回阶段', 'Fetch phases that shards ran']),
  ],
  [
    'search.fetch_time_in_millis',
    lasted('fetchMs', ['取回时间', 'Fetch time'], ['取回阶段的时间', 'Time of fetch phases']),
  ],
  [
    'search.open_contexts',
    gauge(
      'searchContexts',
      'count',
      ['搜索上下文', 'Search contexts'],
      ['打开的搜索上下文，例如滚动查询', 'Open search contexts, e.g. of scrolls'],
    ),
  ],
  ['get.total', times('gets', ['按编号读取', 'Gets'], ['按编号读取的文档', 'Documents read by their id'])],
  [
    'indexing.index_total',
    times('indexed', ['写入', 'Index operations'], ['写入各分片的文档', 'Documents that shards indexed'], {
      role: 'work',
    }),
  ],
  [
    'indexing.index_time_in_millis',
    lasted('indexMs', ['写入时间', 'Indexing time'], ['写入文档的时间', 'Time of indexing']),
  ],
  [
    'indexing.index_failed',
    times(
      'indexFailures',
      ['写入失败', 'Index failures'],
      ['写入失败的文档', 'Documents that could not be indexed'],
      { role: 'error' },
    ),
  ],
  [
    'indexing.delete_total',
    times('deletes', ['删除', 'Deletes'], ['删除的文档', 'Documents that were deleted']),
  ],
  [
    'indexing.throttle_time_in_millis',
    lasted(
      'throttledMs',
      ['写入限速时间', 'Indexing throttle time'],
      ['因合并跟不上而限制写入的时间', 'Time in which indexing was throttled because merges fell behind'],
    ),
  ],
  [
    'merges.current',
    gauge(
      'runningMerges',
      'count',
      ['执行中的合并', 'Running merges'],
      ['正在执行的段合并', 'Merges of segments that run'],
    ),
  ],
  ['merges.total', times('merges', ['合并', 'Merges'], ['段合并的次数', 'Merges of segments'])],
  [
    'merges.total_time_in_millis',
    lasted('mergeMs', ['合并时间', 'Merge time'], ['段合并的时间', 'Time of merges']),
  ],
  [
    'refresh.total',
    times(
      'refreshes',
      ['刷新', 'Refreshes'],
      ['使新文档可见的刷新次数', 'Refreshes that make new documents visible'],
    ),
  ],
  [
    'refresh.total_time_in_millis',
    lasted('refreshMs', ['刷新时间', 'Refresh time'], ['刷新的时间', 'Time of refreshes']),
  ],
  [
    'flush.total',
    times('flushes', ['落盘', 'Flushes'], ['事务日志落盘的次数', 'Flushes of the transaction log']),
  ],
  [
    'flush.total_time_in_millis',
    lasted('flushMs', ['落盘时间', 'Flush time'], ['落盘的时间', 'Time of flushes']),
  ],
  [
    'translog.uncommitted_size_in_bytes',
    gauge(
      'translogBytes',
      'bytes',
      ['未落盘的事务日志', 'Uncommitted transaction log'],
      ['尚未落盘的事务日志', 'Transaction log that is not flushed yet'],
    ),
  ],
  [
    'query_cache.memory_size_in_bytes',
    gauge(
      'queryCacheBytes',
      'bytes',
      ['查询缓存', 'Query cache'],
      ['查询缓存的内存', 'Memory of the query cache'],
    ),
  ],
  [
    'query_cache.hit_count',
    times(
      'queryCacheHits',
      ['查询缓存命中', 'Query cache hits'],
      ['查询缓存命中次数', 'Lookups that the query cache answered'],
    ),
  ],
  [
    'query_cache.miss_count',
    times(
      'queryCacheMisses',
      ['查询缓存未命中', 'Query cache misses'],
      ['查询缓存未命中次数', 'Lookups that the query cache could not answer'],
    ),
  ],
  [
    'request_cache.memory_size_in_bytes',
    gauge(
      'requestCacheBytes',
      'bytes',
      ['请求缓存', 'Request cache'],
      ['请求缓存的内存', 'Memory of the request cache'],
    ),
  ],
  [
    'fielddata.memory_size_in_bytes',
    gauge('fielddataBytes', 'bytes', ['字段数据', 'Field data'], ['字段数据的内存', 'Memory of field data']),
  ],
  [
    'fielddata.evictions',
    times(
      'fielddataEvictions',
      ['字段数据淘汰', 'Field data evictions'],
      ['因内存不足淘汰的字段数据', 'Field data that was evicted for lack of memory'],
    ),
  ],
]

const nodeFigures: readonly Figure[] = [
  ...systemFigures,
  ...indexFigures.map(([path, made]): Figure => [`indices.${path}`, made]),
]

/** First names of the paths: what the answer is cut down to by the server. */
const nodeParts = [
  ...new Set([
    'name',
    ...nodeFigures.map(([path]) => path.split('.', path.startsWith('indices.') ? 2 : 1).join('.')),
  ]),
]

const nodes: Section = {
  key: 'nodes',
  names: both(['节点', 'Nodes']),
  timeoutMs: 10_000,
  rows: { labels: ['node'], limit: 100 },
  request: {
    path: `/_nodes/stats/indices,os,process,jvm,fs,breaker,http,transport?filter_path=${nodeParts.map(part => `nodes.*.${part}`).join(',')}`,
    grant,
    answer: {
      format: 'json',
      rows: 'nodes',
      isEntries: true,
      fields: { node: 'name', ...Object.fromEntries(nodeFigures.map(([path, { key }]) => [key, path])) },
    },
  },
  counters: nodeFigures.map(([, made]) => made),
  computed: [
    computed(
      'heapPercent',
      '100 * heapUsed / heapMax',
      '%',
      ['堆使用率', 'Heap utilisation'],
      ['已用堆占上限的比例', 'Heap used as a share of its limit'],
      { role: 'utilisation', nature: 'none', capacity: 100 },
    ),
    computed(
      'diskPercent',
      '100 * (diskTotal - diskAvailable) / diskTotal',
      '%',
      ['磁盘使用率', 'Disk utilisation'],
      ['磁盘已用的比例', 'Share of the disks in use'],
      { role: 'utilisation', nature: 'space', capacity: 100 },
    ),
    computed(
      'queryMeanMs',
      'queryMs / queries',
      'ms',
      ['平均查询时间', 'Mean query time'],
      ['区间内每个分片查询阶段的平均时间', 'Mean time of a query phase of a shard in the interval'],
    ),
    computed(
      'fetchMeanMs',
      'fetchMs / fetches',
      'ms',
      ['平均取回时间', 'Mean fetch time'],
      ['区间内每个取回阶段的平均时间', 'Mean time of a fetch phase in the interval'],
    ),
    computed(
      'indexMeanMs',
      'indexMs / indexed',
      'ms',
      ['平均写入时间', 'Mean indexing time'],
      ['区间内写入一个文档的平均时间', 'Mean time of indexing a document in the interval'],
    ),
    computed(
      'queryCacheHitRatio',
      '100 * queryCacheHits / (queryCacheHits + queryCacheMisses)',
      '%',
      ['查询缓存命中率', 'Query cache hit ratio'],
      ['区间内查询缓存命中的比例', 'Share of lookups in the interval that the query cache answered'],
      { capacity: 100 },
    ),
  ],
}

const threadPools: Section = {
  key: 'threadPools',
  names: both(['线程池', 'Thread pools']),
  rows: { labels: ['node', 'pool'] },
  request: {
    path: '/_cat/thread_pool?format=json&h=node_name,name,active,queue,rejected,completed',
    grant,
    answer: {
      format: 'json',
      fields: {
        node: 'node_name',
        pool: 'name',
        active: 'active',
        queue: 'queue',
        rejected: 'rejected',
        completed: 'completed',
      },
    },
  },
  counters: [
    gauge(
      'active',
      'count',
      ['活动线程', 'Active threads'],
      ['正在执行任务的线程', 'Threads that run a task'],
    ),
    gauge(
      'queue',
      'count',
      ['排队任务', 'Queued tasks'],
      ['等待线程的任务', 'Tasks that wait for a thread'],
      {
        role: 'saturation',
      },
    ),
    counter(
      'rejected',
      'count',
      ['拒绝任务', 'Rejected tasks'],
      ['因队列已满而拒绝的任务', 'Tasks that were rejected because the queue was full'],
      { role: 'error' },
    ),
    counter('completed', 'count', ['完成任务', 'Completed tasks'], ['执行完的任务', 'Tasks that were run']),
  ],
}

/** Column of `_cat/indices` by the key of a counter. */
const indexColumns = {
  index: 'index',
  health: 'health',
  docs: 'dc',
  deletedDocs: 'dd',
  storeBytes: 'ss',
  segments: 'sc',
  queries: 'sqto',
  queryMs: 'sqti',
  indexed: 'iito',
  indexMs: 'iiti',
  indexFailures: 'iif',
}

const indices: Section = {
  key: 'indices',
  names: both(['索引', 'Indices']),
  cadenceMs: 30_000,
  timeoutMs: 20_000,
  rows: { labels: ['index'] },
  request: {
    path: `/_cat/indices?format=json&bytes=b&time=ms&s=store.size:desc&h=${Object.values(indexColumns).join(',')}`,
    grant,
    answer: { format: 'json', fields: indexColumns },
  },
  counters: [
    state(
      'health',
      '',
      ['索引状态', 'Index status'],
      [
        '0：全部分片可用，1：有副本分片不可用，2：有主分片不可用',
        '0: all shards are active, 1: a replica shard is not, 2: a primary shard is not',
      ],
      { states: health },
    ),
    gauge(
      'docs',
      'count',
      ['文档', 'Documents'],
      ['索引的文档，不含副本', 'Documents of the index, without replicas'],
    ),
    gauge(
      'deletedDocs',
      'count',
      ['已删文档', 'Deleted documents'],
      ['已删除但合并前仍占空间的文档', 'Deleted documents that take space until a merge'],
    ),
    gauge(
      'storeBytes',
      'bytes',
      ['大小', 'Size'],
      ['索引的大小，包括副本', 'Size of the index, replicas included'],
    ),
    gauge('segments', 'count', ['段', 'Segments'], ['段的数量', 'Segments of the indices']),
    counter(
      'queries',
      'count',
      ['查询', 'Queries'],
      ['各分片执行的查询阶段', 'Query phases that shards ran'],
    ),
    counter('queryMs', 'ms', ['查询时间', 'Query time'], ['查询阶段的时间', 'Time of query phases']),
    counter(
      'indexed',
      'count',
      ['写入', 'Index operations'],
      ['写入各分片的文档', 'Documents that shards indexed'],
    ),
    counter('indexMs', 'ms', ['写入时间', 'Indexing time'], ['写入文档的时间', 'Time of indexing']),
    counter(
      'indexFailures',
      'count',
      ['写入失败', 'Index failures'],
      ['写入失败的文档', 'Documents that could not be indexed'],
      { role: 'error' },
    ),
  ],
  computed: [
    computed(
      'queryMeanMs',
      'queryMs / queries',
      'ms',
      ['平均查询时间', 'Mean query time'],
      ['区间内每个分片查询阶段的平均时间', 'Mean time of a query phase of a shard in the interval'],
    ),
  ],
}

const tasks: Section = {
  key: 'tasks',
  names: both(['运行中的任务', 'Running tasks']),
  cadenceMs: 10_000,
  isTable: true,
  rows: { labels: ['node', 'id'], limit: 100 },
  request: {
    path: '/_tasks?detailed&group_by=none&actions=indices:data/*',
    grant,
    answer: {
      format: 'json',
      rows: 'tasks',
      fields: {
        node: 'node',
        id: 'id',
        action: 'action',
        description: 'description',
        durationMs: 'running_time_in_nanos',
        startedAt: 'start_time_in_millis',
      },
    },
  },
  counters: [
    text('action', ['动作', 'Action'], ['任务的动作', 'Action of the task']),
    text('description', ['内容', 'Description'], ['任务的索引与查询', 'Indices and query of the task']),
    gauge('durationMs', 'ms', ['已运行', 'Duration'], ['任务已运行的时间', 'Time that the task has run'], {
      scale: 1e-6,
    }),
    text('startedAt', ['开始', 'Started'], ['开始的时刻，毫秒', 'Instant of the start, in milliseconds']),
  ],
}

const charts: MonitorTypeInput['charts'] = [
  chart('status', ['集群状态', 'Cluster status'], 'line', '', ['cluster.status', 'indices.health']),
  chart('shards', ['分片', 'Shards'], 'line', 'count', [
    'cluster.primaryShards',
    'cluster.activeShards',
    'cluster.relocatingShards',
    'cluster.initializingShards',
    'cluster.unassignedShards',
    'cluster.delayedShards',
  ]),
  chart('members', ['节点与等待的任务', 'Nodes and pending tasks'], 'line', 'count', [
    'cluster.nodes',
    'cluster.dataNodes',
    'cluster.pendingTasks',
  ]),
  chart('pending', ['集群任务最长等待', 'Longest wait of a cluster task'], 'line', 'ms', [
    'cluster.longestPendingMs',
  ]),
  chart('active', ['可用分片比例', 'Share of active shards'], 'line', '%', ['cluster.activeShardsPercent']),
  chart('work', ['搜索与写入', 'Search and indexing'], 'line', 'count/s', [
    'nodes.queries',
    'nodes.fetches',
    'nodes.gets',
    'nodes.indexed',
    'nodes.deletes',
    'nodes.indexFailures',
  ]),
  chart('means', ['平均时间', 'Mean times'], 'line', 'ms', [
    'nodes.queryMeanMs',
    'nodes.fetchMeanMs',
    'nodes.indexMeanMs',
  ]),
  chart('times', ['搜索与写入的时间', 'Time of search and indexing'], 'line', 'ms/s', [
    'nodes.queryMs',
    'nodes.fetchMs',
    'nodes.indexMs',
    'nodes.throttledMs',
  ]),
  chart('upkeep', ['合并、刷新与落盘', 'Merges, refreshes and flushes'], 'line', 'count/s', [
    'nodes.merges',
    'nodes.refreshes',
    'nodes.flushes',
  ]),
  chart('upkeepTime', ['合并、刷新与落盘的时间', 'Time of merges, refreshes and flushes'], 'line', 'ms/s', [
    'nodes.mergeMs',
    'nodes.refreshMs',
    'nodes.flushMs',
  ]),
  chart('running', ['正在执行', 'Running now'], 'line', 'count', [
    'nodes.runningQueries',
    'nodes.searchContexts',
    'nodes.runningMerges',
  ]),
  chart('cpu', ['CPU', 'CPU'], 'line', '%', ['nodes.hostCpuPercent', 'nodes.cpuPercent']),
  chart('load', ['负载', 'Load'], 'line', '', ['nodes.load1']),
  chart('utilisation', ['使用率', 'Utilisation'], 'line', '%', [
    'nodes.heapPercent',
    'nodes.diskPercent',
    'nodes.queryCacheHitRatio',
  ]),
  chart('heap', ['堆与熔断器', 'Heap and circuit breaker'], 'line', 'bytes', [
    'nodes.heapUsed',
    'nodes.heapMax',
    'nodes.breakerUsed',
    'nodes.breakerLimit',
  ]),
  chart('caches', ['缓存', 'Caches'], 'line', 'bytes', [
    'nodes.queryCacheBytes',
    'nodes.requestCacheBytes',
    'nodes.fielddataBytes',
  ]),
  chart('cacheUse', ['缓存命中与淘汰', 'Cache hits and evictions'], 'line', 'count/s', [
    'nodes.queryCacheHits',
    'nodes.queryCacheMisses',
    'nodes.fielddataEvictions',
    'nodes.breakerTrips',
  ]),
  chart('collections', ['垃圾回收', 'Garbage collections'], 'line', 'count/s', [
    'nodes.youngCollections',
    'nodes.oldCollections',
  ]),
  chart('collectionTime', ['垃圾回收时间', 'Garbage collection time'], 'line', 'ms/s', [
    'nodes.youngCollectionMs',
    'nodes.oldCollectionMs',
  ]),
  chart('disk', ['磁盘与数据', 'Disk and data'], 'line', 'bytes', [
    'nodes.diskTotal',
    'nodes.diskAvailable',
    'nodes.storeBytes',
    'nodes.translogBytes',
  ]),
  chart('files', ['文件、线程与连接', 'Files, threads and connections'], 'line', 'count', [
    'nodes.openFiles',
    'nodes.maxFiles',
    'nodes.threads',
    'nodes.httpConnections',
    'nodes.segments',
  ]),
  chart('docs', ['文档', 'Documents'], 'line', 'count', ['nodes.docs']),
  chart('connections', ['新建 HTTP 连接', 'HTTP connections opened'], 'line', 'count/s', [
    'nodes.httpOpened',
  ]),
  chart('network', ['节点间网络', 'Network between nodes'], 'line', 'bytes/s', [
    'nodes.receivedBytes',
    'nodes.sentBytes',
  ]),
  chart('uptime', ['运行时长', 'Uptime'], 'line', 'ms', ['nodes.uptimeMs']),
  chart('pools', ['线程池', 'Thread pools'], 'line', 'count', ['threadPools.active', 'threadPools.queue']),
  chart('poolRates', ['线程池任务', 'Tasks of thread pools'], 'line', 'count/s', [
    'threadPools.completed',
    'threadPools.rejected',
  ]),
  chart('indexDocs', ['索引文档与段', 'Documents and segments of indices'], 'line', 'count', [
    'indices.docs',
    'indices.deletedDocs',
    'indices.segments',
  ]),
  chart('indexSize', ['索引大小', 'Size of indices'], 'area', 'bytes', ['indices.storeBytes']),
  chart('indexWork', ['索引的搜索与写入', 'Search and indexing by index'], 'line', 'count/s', [
    'indices.queries',
    'indices.indexed',
    'indices.indexFailures',
  ]),
  chart('indexTime', ['索引的搜索与写入时间', 'Time of search and indexing by index'], 'line', 'ms/s', [
    'indices.queryMs',
    'indices.indexMs',
  ]),
  chart('indexMean', ['索引的平均查询时间', 'Mean query time by index'], 'line', 'ms', [
    'indices.queryMeanMs',
  ]),
]

export const elasticsearch: MonitorTypeInput = {
  name: 'elasticsearch',
  version: 1,
  category: 'database',
  names: both(['Elasticsearch / OpenSearch', 'Elasticsearch / OpenSearch']),
  help: both([
    '启用安全功能时，用户需要集群与索引的监控权限',
    'Where security is enabled, the user needs the privilege monitor of cluster and indices',
  ]),
  triedOn: ['OpenSearch 2.19'],
  transport: 'http',
  params: httpParams(9_200),
  sections: [cluster, facts, nodes, threadPools, indices, tasks],
  charts,
  tables: [
    {
      key: 'facts',
      names: both(['版本', 'Version']),
      section: 'facts',
      columns: ['version', 'distribution', 'lucene', 'cluster'],
    },
    {
      key: 'indices',
      names: both(['索引', 'Indices']),
      section: 'indices',
      columns: ['index', 'health', 'docs', 'deletedDocs', 'storeBytes', 'segments', 'queries', 'indexed'],
    },
    {
      key: 'tasks',
      names: both(['运行中的任务', 'Running tasks']),
      section: 'tasks',
      columns: ['durationMs', 'action', 'description', 'node', 'id', 'startedAt'],
    },
  ],
  thresholds: [
    { counter: 'cluster.status', max: 1, severity: 'critical' },
    { counter: 'cluster.unassignedShards', max: 0, times: 3, cycleMs: 300_000, severity: 'warning' },
    { counter: 'nodes.heapPercent', max: 85, times: 3, cycleMs: 120_000, severity: 'warning' },
    { counter: 'nodes.diskPercent', max: 85, severity: 'warning' },
    { counter: 'threadPools.rejected', max: 0, severity: 'warning' },
  ],
}
